import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery, useWorkspace } from '../../session.ts';
import { peopleQuery } from './people-query.ts';

interface RemoveDialogProps {
  readonly person: WorkspacePerson | null;
  readonly own: boolean;
  readonly onClose: () => void;
}

export function RemoveDialog({ person, own, onClose }: RemoveDialogProps) {
  const { id: workspaceId, name: workspaceName } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function remove({ id }: WorkspacePerson) {
    const params = { path: { ws: workspaceId, personId: id } };
    await consoleApi.DELETE('/console/workspaces/{ws}/people/{personId}', { params });
    if (!own) return queryClient.invalidateQueries(peopleQuery(workspaceId));
    await queryClient.refetchQueries(sessionQuery);
    await navigate({ to: '/' });
    queryClient.removeQueries({ queryKey: ['workspace', workspaceId] });
  }

  return (
    <ConfirmDialog
      opened={person !== null}
      onClose={onClose}
      title={own ? `Leave ${workspaceName}` : `Remove ${person?.name ?? ''}`}
      confirmLabel={own ? 'Leave workspace' : 'Remove'}
      onConfirm={async () => person && remove(person)}
    >
      {own
        ? 'You lose access to this workspace. To come back, you need a new invitation.'
        : `${person?.name} loses access to ${workspaceName}. Keys and templates stay. Their open invitations are revoked.`}
    </ConfirmDialog>
  );
}
