import { Group } from '@mantine/core';
import { IconBuildingOff } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { hasErrorCode } from '../api/request-error.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { LinkButton } from '../components/links.tsx';
import { Page } from '../components/Page.tsx';
import { ErrorAlert } from '../components/ErrorAlert.tsx';

/** In place of a page that could not be shown. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return hasErrorCode(error, 'WORKSPACE_NOT_FOUND') ? <NoSuchWorkspace /> : <Crashed error={error} />;
}

const toStart = (
  <LinkButton to="/" variant="default">
    Go to the start page
  </LinkButton>
);

const NoSuchWorkspace = () => (
  <Page title="No such workspace">
    <EmptyState icon={IconBuildingOff} title="You do not belong to this workspace" action={toStart}>
      It may have been deleted, or somebody removed you from it. An owner or admin can invite you again.
    </EmptyState>
  </Page>
);

function Crashed({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return (
    <Page title="This page could not be shown">
      <ErrorAlert error={error} title="Something went wrong" onRetry={() => void router.invalidate()} />
      <Group mt="md">{toStart}</Group>
    </Page>
  );
}
