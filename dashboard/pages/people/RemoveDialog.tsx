import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { send } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { sessionQuery, useWorkspace } from '../../session.ts';
import { peoplePath, peopleQuery } from './people-query.ts';

interface RemoveDialogProps {
  readonly of: WorkspacePerson | null;
  readonly own: boolean;
  readonly onClose: () => void;
}

/** Removes somebody, or lets the reader leave. */
export function RemoveDialog({ of: person, own, onClose }: RemoveDialogProps) {
  const { id: workspaceId, name: workspaceName } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  async function remove({ id }: WorkspacePerson) {
    await send('DELETE', `${peoplePath(workspaceId)}/${encodeURIComponent(id)}`);
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
        ? 'You will not see this workspace any more. To come back you need a new invitation.'
        : `${person?.name} will not see ${workspaceName} any more. Keys and templates stay; the invitations that they have out end.`}
    </ConfirmDialog>
  );
}
