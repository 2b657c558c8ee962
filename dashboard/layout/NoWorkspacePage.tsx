import { IconUsersGroup } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';
import { usePerson } from '../session.ts';

/** For somebody who belongs to no workspace (any more). */
export function NoWorkspacePage() {
  const { operator, email } = usePerson();
  return (
    <Page title="No workspace">
      <EmptyState
        icon={IconUsersGroup}
        title="You do not belong to a workspace yet"
        action={operator && <LinkButton to="/operator">Create a workspace</LinkButton>}
      >
        {operator
          ? 'You run this instance: make a workspace on the operator’s page.'
          : `Ask an owner of a workspace for an invitation link, and open it while you are signed in as ${email}.`}
      </EmptyState>
    </Page>
  );
}
