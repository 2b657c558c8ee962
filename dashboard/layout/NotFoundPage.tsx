import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';

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
