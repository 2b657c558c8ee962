import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Card } from '../../components/Card.tsx';
import { useHasRole, useWorkspace } from '../../session.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { invitationsPath, peopleQuery } from './people-query.ts';
import { PersonTable } from './PersonTable.tsx';

/** Who belongs to the workspace, who is invited, and what each may do. */
export function PeoplePage() {
  const { id: workspaceId, name, role } = useWorkspace();
  const canInvite = useHasRole('admin');
  const query = useQuery(peopleQuery(workspaceId));
  const [inviting, setInviting] = useState(false);

  return (
    <Page
      title="People"
      description={
        canInvite
          ? `Who works in ${name}, and what they may do.`
          : `Who works in ${name}. Admins and owners invite people and change roles.`
      }
      actions={
        canInvite && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <QueryView query={query} label="the people">
        {({ people, invitations }) => (
          <Stack gap="lg">
            <Card padding="flush">
              <PersonTable people={people} />
            </Card>
            {invitations.length > 0 && (
              <Card title="Open invitations" padding="flush">
                <InvitationTable invitations={invitations} />
              </Card>
            )}
          </Stack>
        )}
      </QueryView>
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
