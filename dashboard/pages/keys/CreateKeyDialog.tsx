import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedKey } from '../../../schema/console/keys.ts';
import { useWorkspace } from '../../session.ts';
import { CreatedKeyView } from './CreatedKeyView.tsx';
import { CreateKeyForm } from './CreateKeyForm.tsx';
import { keysQuery } from './keys-query.ts';

interface CreateKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** First the form, then the key, this once. */
export function CreateKeyDialog({ opened, onClose }: CreateKeyDialogProps) {
  // Only this state ever holds the value, and it goes with the dialog.
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();

  function close() {
    setCreated(null);
    onClose();
  }

  async function show(key: CreatedKey) {
    setCreated(key);
    await queryClient.invalidateQueries(keysQuery(workspaceId));
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={created ? 'Your new key' : 'Create key'}
      size="lg"
      // A slip beside the dialog must not take the key away.
      closeOnClickOutside={created === null}
    >
      {created ? (
        <CreatedKeyView created={created} onClose={close} />
      ) : (
        <CreateKeyForm onCreated={show} onCancel={close} />
      )}
    </Modal>
  );
}
