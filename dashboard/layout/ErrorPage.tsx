import { Group } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { hasErrorCode } from '../api/request-error.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { IconBuildingOff } from '../icons/tabler.generated.ts';

/** Shown instead of a page that failed to load or to render. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return hasErrorCode(error, 'WORKSPACE_NOT_FOUND') ? (
    <WorkspaceNotFound />
  ) : (
    <UnexpectedError error={error} />
  );
}

const homeLink = (
  <LinkButton to="/" variant="default">
    Go to the home page
  </LinkButton>
);

const WorkspaceNotFound = () => (
  <Page title="Workspace not found">
    <EmptyState icon={IconBuildingOff} title="You do not have access to this workspace" action={homeLink}>
      The workspace was deleted, or you were removed from it. An owner or admin can invite you again.
    </EmptyState>
  </Page>
);

function UnexpectedError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return (
    <Page title="This page could not be loaded">
      <ErrorAlert error={error} title="Something went wrong" onRetry={() => void router.invalidate()} />
      <Group mt="md">{homeLink}</Group>
    </Page>
  );
}
