import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';
import { IconMapOff } from '../icons/tabler.generated.ts';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapOff}
        title="This page does not exist"
        action={
          <LinkButton to="/" variant="default">
            Go to the home page
          </LinkButton>
        }
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </Page>
  );
}
