import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_SAMPLE_NAME_LENGTH } from '../../../schema/api/sample-sets.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { findNameProblem, type SampleDraft } from './samples.ts';

interface SampleNameDialogProps extends NameFormProps {
  readonly opened: boolean;
  readonly title: string;
}

interface NameFormProps {
  readonly onClose: () => void;
  readonly initialName?: string;
  readonly description?: string;
  readonly submitLabel: string;
  /** Sets whose names are taken. */
  readonly others: readonly SampleDraft[];
  readonly onName: (name: string) => void;
}

/** Asks for the name of a set of sample data. */
export const SampleNameDialog = ({ opened, title, ...form }: SampleNameDialogProps) => (
  <Modal opened={opened} onClose={form.onClose} title={title}>
    <NameForm {...form} />
  </Modal>
);

function NameForm({ onClose, initialName = '', description, submitLabel, others, onName }: NameFormProps) {
  const [name, setName] = useState(initialName);
  const problem = findNameProblem(others, name);

  function submit(event: FormEvent) {
    event.preventDefault();
    onName(name.trim());
    onClose();
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          description={description}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problem}
          maxLength={MAX_SAMPLE_NAME_LENGTH}
          required
          data-autofocus
        />
        <DialogActions
          onCancel={onClose}
          submitLabel={submitLabel}
          submitting={false}
          disabled={name.trim() === '' || problem !== null}
        />
      </Stack>
    </form>
  );
}
