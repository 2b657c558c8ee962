import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { MAX_NOTE_CHARACTERS } from '../../../schema/api/templates.ts';

interface NoteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The note to start with. */
  readonly note: string;
  /** The note is about a version that is not saved yet. */
  readonly isNew: boolean;
  readonly onSave: (note: string) => void;
  readonly onPublish: (note: string) => void;
}

/** Saves or publishes with a note. The page shows the result. */
export function NoteDialog({ opened, onClose, ...form }: NoteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Note for this version">
      <NoteForm {...form} onClose={onClose} />
    </Modal>
  );
}

function NoteForm({ note, isNew, onSave, onPublish, onClose }: Omit<NoteDialogProps, 'opened'>) {
  const [text, setText] = useState(note);
  const end = (action: (note: string) => void) => {
    onClose();
    action(text);
  };
  return (
    <Stack>
      <NoteField value={text} onChange={setText} data-autofocus />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" onClick={() => end(onSave)}>
          {isNew ? 'Save draft' : 'Save note'}
        </Button>
        <Button onClick={() => end(onPublish)}>Publish</Button>
      </Group>
    </Stack>
  );
}

type TextareaProps = ComponentProps<typeof Textarea>;

interface NoteFieldProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (note: string) => void;
}

export const NoteField = ({ onChange, ...props }: NoteFieldProps) => (
  <Textarea
    label="Note"
    description="What changed. The list of versions shows the note."
    autosize
    minRows={3}
    maxRows={8}
    maxLength={MAX_NOTE_CHARACTERS}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
