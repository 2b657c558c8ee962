import { useQueryClient } from '@tanstack/react-query';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { send } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery } from '../../session.ts';
import { OPERATOR_WORKSPACES_KEY, operatedPath } from './operator-query.ts';

interface DeleteWorkspaceDialogProps {
  readonly of: OperatedWorkspace | null;
  readonly onClose: () => void;
}

export function DeleteWorkspaceDialog({ of: workspace, onClose }: DeleteWorkspaceDialogProps) {
  const queryClient = useQueryClient();

  async function remove({ id }: OperatedWorkspace) {
    await send('DELETE', operatedPath(id));
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
      “{workspace?.name}” goes with its keys, templates and files. Its keys are refused at once. This cannot
      be undone.
    </ConfirmDialog>
  );
}
