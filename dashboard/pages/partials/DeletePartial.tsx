import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { deletePartial, partialsKey } from './partials-api.ts';

interface DeletePartialProps {
  readonly workspaceId: string;
  readonly name: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function DeletePartial({ workspaceId, name, opened, onClose }: DeletePartialProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  async function remove() {
    await deletePartial(workspaceId, name);
    notifications.show({ message: `“${name}” was deleted.` });
    // The unsaved changes belong to the deleted partial: do not ask about them.
    await navigate({ to: '/w/$workspaceId/partials', params: { workspaceId }, ignoreBlocker: true });
    await queryClient.invalidateQueries({ queryKey: partialsKey(workspaceId) });
  }

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete partial"
      confirmLabel="Delete partial"
      onConfirm={remove}
    >
      This deletes “{name}” and all its versions. A partial that a kept version of a template uses cannot be
      deleted. This cannot be undone.
    </ConfirmDialog>
  );
}
