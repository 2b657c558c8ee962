import { useQueryClient } from '@tanstack/react-query';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery } from '../../session.ts';
import { OPERATOR_WORKSPACES_KEY } from './use-operator-workspaces.ts';

interface DeleteWorkspaceDialogProps {
  readonly workspace: OperatedWorkspace | null;
  readonly onClose: () => void;
}

export function DeleteWorkspaceDialog({ workspace, onClose }: DeleteWorkspaceDialogProps) {
  const queryClient = useQueryClient();

  async function remove({ id }: OperatedWorkspace) {
    await consoleApi.DELETE('/console/operator/workspaces/{ws}', { params: { path: { ws: id } } });
    queryClient.removeQueries({ queryKey: ['workspace', id] });
    await queryClient.invalidateQueries({ queryKey: OPERATOR_WORKSPACES_KEY });
    await queryClient.invalidateQueries(sessionQuery);
  }

  return (
    <ConfirmDialog
      opened={workspace !== null}
      onClose={onClose}
      title="Delete workspace"
      confirmLabel="Delete workspace"
      typedConfirmation={workspace?.name ?? ''}
      onConfirm={async () => workspace && remove(workspace)}
    >
      This deletes “{workspace?.name}” with its keys, templates and files. Its keys stop working immediately.
      This cannot be undone.
    </ConfirmDialog>
  );
}
