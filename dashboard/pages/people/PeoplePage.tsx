import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Surface } from '../../components/Card.tsx';
import { useMay, useWorkspace } from '../../session.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { invitationsPath, peopleQuery } from './people-query.ts';
import { PersonTable } from './PersonTable.tsx';

/** Who belongs to the workspace, who is invited, and what each may do. */
export function PeoplePage() {
  const { id: workspaceId, name, role } = useWorkspace();
  const mayInvite = useMay('admin');
  const query = useQuery(peopleQuery(workspaceId));
  const [inviting, setInviting] = useState(false);

  return (
    <Page
      title="People"
      description={
        mayInvite
          ? `Who works in ${name}, and what they may do.`
          : `Who works in ${name}. Admins and owners invite people and change roles.`
      }
      actions={
        mayInvite && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Loaded query={query} label="the people">
        {({ people, invitations }) => (
          <Stack gap="lg">
            <Surface padding="flush">
              <PersonTable people={people} />
            </Surface>
            {invitations.length > 0 && (
              <Surface title="Open invitations" padding="flush">
                <InvitationTable invitations={invitations} />
              </Surface>
            )}
          </Stack>
        )}
      </Loaded>
      <InviteDialog
        opened={inviting}
        onClose={() => setInviting(false)}
        workspaceName={name}
        path={invitationsPath(workspaceId)}
        changes={peopleQuery(workspaceId).queryKey}
        giver={role}
      />
    </Page>
  );
}
