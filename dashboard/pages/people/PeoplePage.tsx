import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi, readData } from '../../api/console-client.ts';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { Card } from '../../components/Card.tsx';
import { IconUserPlus } from '../../icons/tabler.generated.ts';
import { useHasRole, useWorkspace } from '../../session.ts';
import { InvitationTable } from './InvitationTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { peopleQuery } from './people-query.ts';
import { PersonTable } from './PersonTable.tsx';

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
          ? `People with access to ${name}.`
          : `People with access to ${name}. Admins and owners can invite people and change roles.`
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
        invite={(body) =>
          readData(
            consoleApi.POST('/console/workspaces/{ws}/invitations', {
              params: { path: { ws: workspaceId } },
              body,
            }),
          )
        }
        invalidates={peopleQuery(workspaceId).queryKey}
        ownRole={role}
      />
    </Page>
  );
}
