import { Badge, Code, Group, Menu, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedKey } from '../../../schema/console/keys.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { IconBan } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { keysQuery } from './keys-query.ts';
import { PERMISSION_DESCRIPTIONS, findPreset } from './permission-labels.ts';

const COLUMNS: readonly Column<ListedKey>[] = [
  { header: 'Name', kind: 'heading', cell: ({ name }) => name },
  {
    header: 'Key',
    cell: ({ prefix, lastFour }) => (
      <Code fz="sm" bg="transparent" p={0}>
        {prefix}…{lastFour}
      </Code>
    ),
  },
  { header: 'Permissions', cell: (key) => <Permissions apiKey={key} /> },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="day" /> },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <DimmedText>Never</DimmedText> : <DateTime value={lastUsedAt} show="ago" />,
  },
  { header: 'Expires', cell: (key) => <Expiration apiKey={key} /> },
  {
    header: 'Status',
    cell: ({ status }) => <StatusBadge tone={status === 'Active' ? 'good' : 'quiet'}>{status}</StatusBadge>,
  },
];

export function KeyTable({ keys }: { readonly keys: readonly ListedKey[] }) {
  const canRevoke = useHasRole('admin');
  const [revoking, setRevoking] = useState<ListedKey | null>(null);
  const menu: Column<ListedKey> = {
    header: 'Actions',
    kind: 'menu',
    cell: (key) => key.status === 'Active' && <KeyMenu apiKey={key} onRevoke={() => setRevoking(key)} />,
  };
  return (
    <>
      <DataTable
        caption="API keys"
        columns={canRevoke ? [...COLUMNS, menu] : COLUMNS}
        rows={keys}
        rowKey={({ id }) => id}
      />
      <RevokeDialog apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function Permissions({ apiKey: { permissions } }: { readonly apiKey: ListedKey }) {
  const preset = findPreset(permissions);
  if (preset) {
    return (
      <Tooltip
        label={permissions.map((permission) => PERMISSION_DESCRIPTIONS[permission]).join(', ')}
        multiline
        w={280}
      >
        <Text span inherit>
          {preset.name}
        </Text>
      </Tooltip>
    );
  }
  return (
    <Group gap={4}>
      {permissions.map((permission) => (
        <Badge key={permission} variant="default" size="sm" radius="sm" tt="none" fw={500}>
          {permission}
        </Badge>
      ))}
    </Group>
  );
}

function Expiration({ apiKey: { expiresAt } }: { readonly apiKey: ListedKey }) {
  if (expiresAt === null) return <DimmedText>Never</DimmedText>;
  const expired = new Date(expiresAt) <= new Date();
  return (
    <>
      <DateTime value={expiresAt} show="day" />
      {expired && <StatusBadge tone="warning">Expired</StatusBadge>}
    </>
  );
}

interface KeyMenuProps {
  readonly apiKey: ListedKey;
  readonly onRevoke: () => void;
}

function KeyMenu({ apiKey: { name }, onRevoke }: KeyMenuProps) {
  return (
    <ActionMenu label={`Actions for ${name}`}>
      <Menu.Item color={DANGER_TEXT_COLOR} leftSection={<IconBan size={16} aria-hidden />} onClick={onRevoke}>
        Revoke Key
      </Menu.Item>
    </ActionMenu>
  );
}

interface RevokeDialogProps {
  readonly apiKey: ListedKey | null;
  readonly onClose: () => void;
}

function RevokeDialog({ apiKey: key, onClose }: RevokeDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();

  async function revoke({ id, name }: ListedKey) {
    await consoleApi.POST('/console/workspaces/{ws}/keys/{keyId}/revoke', {
      params: { path: { ws: workspaceId, keyId: id } },
    });
    await queryClient.invalidateQueries(keysQuery(workspaceId));
    notifications.show({ message: `“${name}” was revoked. Requests with this key are now rejected.` });
  }

  return (
    <ConfirmDialog
      opened={key !== null}
      onClose={onClose}
      title="Revoke key"
      confirmLabel="Revoke Key"
      onConfirm={async () => key && revoke(key)}
    >
      “{key?.name}” ({key?.prefix}…{key?.lastFour}) stops working immediately. This cannot be undone. Anyone
      who still uses it needs a new key.
    </ConfirmDialog>
  );
}
