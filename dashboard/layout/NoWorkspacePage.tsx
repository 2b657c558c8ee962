import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';
import { IconUsersGroup } from '../icons/tabler.generated.ts';
import { usePerson } from '../session.ts';

export function NoWorkspacePage() {
  const { operator, email } = usePerson();
  return (
    <Page title="No workspace">
      <EmptyState
        icon={IconUsersGroup}
        title="You are not a member of a workspace"
        action={operator && <LinkButton to="/operator">Create a workspace</LinkButton>}
      >
        {operator
          ? 'You are the operator of this instance. Create a workspace on the operator page.'
          : `Ask a workspace owner for an invitation link. Open it while you are signed in as ${email}.`}
      </EmptyState>
    </Page>
  );
}
