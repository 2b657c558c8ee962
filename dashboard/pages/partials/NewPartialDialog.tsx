import { Modal, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PARTIAL_NAME } from '../../../schema/api/components.ts';
import { DialogActions } from '../../components/DialogActions.tsx';

interface NewPartialDialogProps {
  readonly workspaceId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Opens the editor of a new partial. The first save creates the partial. */
export function NewPartialDialog({ opened, onClose, workspaceId }: NewPartialDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New partial">
      <NameForm workspaceId={workspaceId} onClose={onClose} />
    </Modal>
  );
}

function NameForm({ workspaceId, onClose }: Omit<NewPartialDialogProps, 'opened'>) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const isValid = PARTIAL_NAME.test(name);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isValid) await navigate({ to: '/w/$workspaceId/partials/$name', params: { workspaceId, name } });
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label="Name"
          description="Begins with a letter, then letters, digits, - and _. Templates call it by this name."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name !== '' && !isValid && 'This is not a valid name.'}
          maxLength={100}
          required
          data-autofocus
        />
        <DialogActions onCancel={onClose} submitLabel="Continue" submitting={false} disabled={!isValid} />
      </Stack>
    </form>
  );
}
