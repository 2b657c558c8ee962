import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../../schema/console/people.ts';
import { isAtLeast } from '../../../schema/console/roles.ts';
import { consoleApi } from '../../api/console-client.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { ROLE_LABELS } from '../../role-labels.ts';
import { useWorkspace } from '../../session.ts';
import { peopleQuery } from './people-query.ts';

const COLUMNS: readonly Column<Invitation>[] = [
  {
    header: 'For',
    kind: 'heading',
    cell: ({ invitee }) => invitee ?? <DimmedText>Anyone with the link</DimmedText>,
  },
  { header: 'Role', cell: ({ role }) => ROLE_LABELS[role] },
  { header: 'Invited by', cell: ({ invitedBy }) => invitedBy },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="ago" /> },
  { header: 'Expires', cell: ({ expiresAt }) => <DateTime value={expiresAt} /> },
];

export function InvitationTable({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { id: workspaceId, role: ownRole } = useWorkspace();
  const queryClient = useQueryClient();
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const menu: Column<Invitation> = {
    header: 'Actions',
    kind: 'menu',
    cell: (invitation) => (
      <Button size="compact-sm" variant="default" onClick={() => setRevoking(invitation)}>
        Revoke
      </Button>
    ),
  };

  async function revoke({ id }: Invitation) {
    const params = { path: { ws: workspaceId, id } };
    await consoleApi.DELETE('/console/workspaces/{ws}/invitations/{id}', { params });
    await queryClient.invalidateQueries(peopleQuery(workspaceId));
  }

  return (
    <>
      <DataTable
        caption="Open invitations"
        columns={isAtLeast(ownRole, 'admin') ? [...COLUMNS, menu] : COLUMNS}
        rows={invitations}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        opened={revoking !== null}
        onClose={() => setRevoking(null)}
        title="Revoke invitation"
        confirmLabel="Revoke invitation"
        onConfirm={async () => revoking && revoke(revoking)}
      >
        The link that {revoking?.invitedBy} created{revoking?.invitee && ` for ${revoking.invitee}`} stops
        working immediately.
      </ConfirmDialog>
    </>
  );
}
