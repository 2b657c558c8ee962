import { Button, Group, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadingRows } from '../../parts/LoadingRows.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { Surface } from '../../parts/Surface.tsx';
import { InviteDialog } from '../people/InviteDialog.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { DeleteWorkspaceDialog } from './DeleteWorkspaceDialog.tsx';
import { OPERATED, operatedPath, operatedQuery } from './operator-query.ts';
import { type WorkspaceTask, WorkspaceTable } from './WorkspaceTable.tsx';

interface Task {
  readonly kind: WorkspaceTask;
  readonly workspace: OperatedWorkspace;
}

export function WorkspaceList({ search }: { readonly search: string }) {
  const query = useInfiniteQuery({ ...operatedQuery(search), placeholderData: keepPreviousData });
  const [task, setTask] = useState<Task | null>(null);

  if (query.isError) {
    return (
      <Problem
        error={query.error}
        title="Could not load the workspaces"
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows label="the workspaces" />;
  const workspaces = query.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <VisuallyHidden aria-live="polite">
        {search && `${workspaces.length}${query.hasNextPage ? ' or more' : ''} workspaces match`}
      </VisuallyHidden>
      {workspaces.length === 0 ? (
        <EmptyState icon={IconBuilding} title={search ? 'No workspace has this name' : 'No workspace yet'}>
          {search ? 'The search looks at any part of the name.' : 'Create one, then invite its owner.'}
        </EmptyState>
      ) : (
        <Surface padding="flush">
          <WorkspaceTable
            workspaces={workspaces}
            onTask={(kind, workspace) => setTask({ kind, workspace })}
          />
        </Surface>
      )}
      {query.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
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
      <AccountDialog of={subject('account')} onClose={onClose} />
      <DeleteWorkspaceDialog of={subject('delete')} onClose={onClose} />
      <InviteDialog
        opened={invited !== null}
        onClose={onClose}
        workspaceName={invited?.name ?? ''}
        path={`${operatedPath(invited?.id ?? '')}/invitations`}
        changes={OPERATED}
        giver="owner"
        initialRole="owner"
      />
    </>
  );
}
