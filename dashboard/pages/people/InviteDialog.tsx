import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../schema/console/bounds.ts';
import type { CreatedInvitation, CreateInvitation } from '../../../schema/console/people.ts';
import type { Role } from '../../../schema/console/roles.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { SecretValue } from '../../components/SecretValue.tsx';
import { secretDialog } from '../../components/secret-dialog.ts';
import { withArticle } from '../../role-labels.ts';
import { RoleChoice } from './RoleChoice.tsx';

interface InviteDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly workspaceName: string;
  readonly invite: (invitation: CreateInvitation) => Promise<CreatedInvitation>;
  readonly invalidates: readonly unknown[];
  /** The role of the user, who cannot assign a higher one. */
  readonly ownRole: Role;
  readonly initialRole?: Role;
}

export function InviteDialog({ opened, onClose, workspaceName, ...rest }: InviteDialogProps) {
  const [hasLink, setHasLink] = useState(false);

  function close() {
    setHasLink(false);
    onClose();
  }

  return (
    <Modal opened={opened} onClose={close} title={`Invite to ${workspaceName}`} {...secretDialog(hasLink)}>
      <InviteForm {...rest} onCreated={() => setHasLink(true)} onClose={close} />
    </Modal>
  );
}

/** Mounted with the dialog, so the link is discarded when it closes. */
function InviteForm({
  onCreated,
  onClose,
  invite,
  invalidates,
  ownRole,
  initialRole = 'member',
}: Omit<InviteDialogProps, 'opened' | 'workspaceName'> & { readonly onCreated: () => void }) {
  const [role, setRole] = useState(initialRole);
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: () => invite(name.trim() === '' ? { role } : { role, invitee: name.trim() }),
    gcTime: 0,
    onSuccess: () => {
      onCreated();
      return queryClient.invalidateQueries({ queryKey: invalidates });
    },
  });

  if (creation.data) return <InvitationLink invitation={creation.data} onClose={onClose} />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
    >
      <Stack>
        <TextInput
          label="For"
          description="A name for the list of invitations. Anyone who has the link can use it."
          placeholder="Ada Brandt"
          autoComplete="off"
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <RoleChoice
          ownRole={ownRole}
          value={role}
          onChange={setRole}
          description="You can change it later."
        />
        {creation.error && <ErrorAlert error={creation.error} title="The link was not created" />}
        <DialogActions onCancel={onClose} submitLabel="Create link" submitting={creation.isPending} />
      </Stack>
    </form>
  );
}

interface InvitationLinkProps {
  readonly invitation: CreatedInvitation;
  readonly onClose: () => void;
}

function InvitationLink({ invitation: { url, role, invitee, expiresAt }, onClose }: InvitationLinkProps) {
  return (
    <Stack>
      <Text size="sm" role="status">
        Send this link to {invitee ?? 'one person'}. They join as {withArticle(role)}. The link works once,
        until <DateTime value={expiresAt} />. You cannot see it again.
      </Text>
      <SecretValue value={url} label="link" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
