import { IconMapOff } from '@tabler/icons-react';
import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';

/** For an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={IconMapOff}
        title="There is no page at this address"
        action={
          <LinkButton to="/" variant="default">
            Go to the start page
          </LinkButton>
        }
      >
        The link may be old, or a letter of it is missing.
      </EmptyState>
    </Page>
  );
}
