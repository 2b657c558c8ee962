import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogActions } from '../../../components/DialogActions.tsx';

interface WordFormProps {
  readonly onClose: () => void;
  readonly label: string;
  readonly description: string;
  /** Returns null if the word can be added. */
  readonly findProblem: (word: string) => string | null;
  readonly onWord: (word: string) => void;
}

interface WordDialogProps extends WordFormProps {
  readonly opened: boolean;
  readonly title: string;
}

/** A dialog with one field, for a locale or a key. */
export const WordDialog = ({ opened, title, ...form }: WordDialogProps) => (
  <Modal opened={opened} onClose={form.onClose} title={title}>
    <WordForm {...form} />
  </Modal>
);

function WordForm({ onClose, label, description, findProblem, onWord }: WordFormProps) {
  const [word, setWord] = useState('');
  const problem = findProblem(word);

  function submit(event: FormEvent) {
    event.preventDefault();
    onWord(word.trim());
    onClose();
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={label}
          description={description}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
          error={problem}
          maxLength={200}
          required
          data-autofocus
        />
        <DialogActions
          onCancel={onClose}
          submitLabel="Add"
          submitting={false}
          disabled={word.trim() === '' || problem !== null}
        />
      </Stack>
    </form>
  );
}
