import { useState } from 'react';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { Card } from '../../components/Card.tsx';
import { IconBuilding } from '../../icons/tabler.generated.ts';
import { InviteDialog } from '../people/InviteDialog.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx';
import { OPERATOR_WORKSPACES_KEY, useOperatorWorkspaces } from './use-operator-workspaces.ts';
import { type WorkspaceTask, WorkspaceTable } from './WorkspaceTable.tsx';

interface Task {
  readonly kind: WorkspaceTask;
  readonly workspace: OperatedWorkspace;
}

export function WorkspaceList({ search }: { readonly search: string }) {
  const query = useOperatorWorkspaces(search);
  const [task, setTask] = useState<Task | null>(null);
  return (
    <>
      <PagedList
        query={query}
        noun={['workspace', 'workspaces']}
        empty={
          <EmptyState icon={IconBuilding} title={search ? 'No matching workspaces' : 'No workspaces yet'}>
            {search
              ? `No workspace name contains “${search}”. Try a shorter search.`
              : 'Create a workspace, then invite its owner.'}
          </EmptyState>
        }
      >
        {(workspaces) => (
          <Card padding="flush">
            <WorkspaceTable
              workspaces={workspaces}
              onTask={(kind, workspace) => setTask({ kind, workspace })}
            />
          </Card>
        )}
      </PagedList>
      <WorkspaceDialogs task={task} onClose={() => setTask(null)} />
    </>
  );
}

interface WorkspaceDialogsProps {
  readonly task: Task | null;
  readonly onClose: () => void;
}

function WorkspaceDialogs({ task, onClose }: WorkspaceDialogsProps) {
  const subject = (kind: WorkspaceTask) => (task?.kind === kind ? task.workspace : null);
  const invited = subject('invite');
  return (
    <>
      <AccountDialog workspace={subject('account')} onClose={onClose} />
      <DeleteWorkspaceDialog workspace={subject('delete')} onClose={onClose} />
      <InviteDialog
        opened={invited !== null}
        onClose={onClose}
        workspaceName={invited?.name ?? ''}
        invite={(body) =>
          readData(
            consoleApi.POST('/console/operator/workspaces/{ws}/invitations', {
              params: { path: { ws: invited?.id ?? '' } },
              body,
            }),
          )
        }
        invalidates={OPERATOR_WORKSPACES_KEY}
        ownRole="owner"
        initialRole="owner"
      />
    </>
  );
}
