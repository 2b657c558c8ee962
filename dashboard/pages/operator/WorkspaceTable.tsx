import { Menu, Text } from '@mantine/core';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { IconCoins, IconTrash, IconUserPlus } from '../../icons/tabler.generated.ts';
import { PLAN_LABELS } from '../../plan-labels.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';

export type WorkspaceTask = 'account' | 'invite' | 'delete';

interface WorkspaceTableProps {
  readonly workspaces: readonly OperatedWorkspace[];
  readonly onTask: (task: WorkspaceTask, workspace: OperatedWorkspace) => void;
}

const COLUMNS: readonly Column<OperatedWorkspace>[] = [
  {
    header: 'Workspace',
    kind: 'heading',
    cell: ({ id, name }) => (
      <>
        {name}
        <Text size="xs" c="dimmed" fw={400} ff="monospace">
          {id}
        </Text>
      </>
    ),
  },
  { header: 'Plan', cell: ({ plan }) => PLAN_LABELS[plan] },
  {
    header: 'Quota used',
    align: 'end',
    cell: ({ quotaUsed, quotaLimit }) => `${quotaUsed.toLocaleString()} of ${quotaLimit.toLocaleString()}`,
  },
  { header: 'Credits', align: 'end', cell: ({ credits }) => credits.toLocaleString() },
  { header: 'People', align: 'end', cell: ({ people }) => people.toLocaleString() },
  { header: 'Keys', align: 'end', cell: ({ activeKeys }) => activeKeys.toLocaleString() },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="day" /> },
];

export function WorkspaceTable({ workspaces, onTask }: WorkspaceTableProps) {
  const menu: Column<OperatedWorkspace> = {
    header: 'Actions',
    kind: 'menu',
    cell: (workspace) => <WorkspaceMenu name={workspace.name} onTask={(task) => onTask(task, workspace)} />,
  };
  return (
    <DataTable caption="Workspaces" columns={[...COLUMNS, menu]} rows={workspaces} rowKey={({ id }) => id} />
  );
}

interface WorkspaceMenuProps {
  readonly name: string;
  readonly onTask: (task: WorkspaceTask) => void;
}

function WorkspaceMenu({ name, onTask }: WorkspaceMenuProps) {
  return (
    <ActionMenu label={`Actions for ${name}`} width={220}>
      <Menu.Item leftSection={<IconCoins size={16} aria-hidden />} onClick={() => onTask('account')}>
        Plan, credits and quota
      </Menu.Item>
      <Menu.Item leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => onTask('invite')}>
        Invite an owner
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        color={DANGER_TEXT_COLOR}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onTask('delete')}
      >
        Delete workspace
      </Menu.Item>
    </ActionMenu>
  );
}
