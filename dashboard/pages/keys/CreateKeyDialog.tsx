import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedKey } from '../../../schema/console/keys.ts';
import { secretDialog } from '../../components/secret-dialog.ts';
import { useWorkspace } from '../../session.ts';
import { CreatedKeyView } from './CreatedKeyView.tsx';
import { CreateKeyForm } from './CreateKeyForm.tsx';
import { keysQuery } from './keys-query.ts';

interface CreateKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CreateKeyDialog({ opened, onClose }: CreateKeyDialogProps) {
  // The value of the key is kept in this state only, until the dialog closes.
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
      {...secretDialog(created !== null)}
    >
      {created ? (
        <CreatedKeyView created={created} onClose={close} />
      ) : (
        <CreateKeyForm onCreated={show} onCancel={close} />
      )}
    </Modal>
  );
}
