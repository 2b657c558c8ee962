import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedInvitation } from '../../../schema/console/people.ts';
import type { Role } from '../../../schema/console/roles.ts';
import { send } from '../../api/console-client.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { SecretValue } from '../../components/SecretValue.tsx';
import { withArticle } from '../../role-labels.ts';
import { RoleChoice } from './RoleChoice.tsx';

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly workspaceName: string;
  /** Where invitations are made. */
  readonly path: string;
  /** The query that lists them. */
  readonly changes: readonly unknown[];
  /** The role of who invites: it bounds the role that is given. */
  readonly giver: Role;
  readonly initialRole?: Role;
}

/** Makes a link, and shows it this once. */
export function InviteDialog({ opened, onClose, workspaceName, ...rest }: InviteDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Invite to ${workspaceName}`}>
      <Invite {...rest} onClose={onClose} />
    </Modal>
  );
}

/** Mounted with the dialog: the link goes when it closes. */
function Invite({
  onClose,
  path,
  changes,
  giver,
  initialRole = 'member',
}: Omit<InviteDialogProps, 'opened' | 'workspaceName'>) {
  const [role, setRole] = useState(initialRole);
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: () => send<CreatedInvitation>('POST', path, { role }),
    gcTime: 0,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changes }),
  });

  if (invite.data) return <InvitationLink invitation={invite.data} onClose={onClose} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Stack>
        <RoleChoice giver={giver} value={role} onChange={setRole} description="It can be changed later." />
        {invite.error && <ErrorAlert error={invite.error} title="No link was made" />}
        <DialogActions onCancel={onClose} submitLabel="Make link" submitting={invite.isPending} />
      </Stack>
    </form>
  );
}

interface InvitationLinkProps {
  readonly invitation: CreatedInvitation;
  readonly onClose: () => void;
}

function InvitationLink({ invitation: { url, role, expiresAt }, onClose }: InvitationLinkProps) {
  return (
    <Stack>
      <Text size="sm" role="status">
        Send this link to one person. It makes them {withArticle(role)}, works once, until{' '}
        <DateTime value={expiresAt} />, and is shown only now.
      </Text>
      <SecretValue value={url} label="link" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
