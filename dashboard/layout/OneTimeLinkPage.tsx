import { Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ConsoleErrorCode } from '../../schema/console/errors.ts';
import { hasErrorCode } from '../api/request-error.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { LinkButton } from '../components/links.tsx';
import { SkeletonRows } from '../components/SkeletonRows.tsx';
import { AuthLayout } from './AuthLayout.tsx';

interface OneTimeLinkPageProps<Preview> {
  readonly title: string;
  /** As in "Could not load the invitation". */
  readonly label: string;
  /** Describes what the link is for. */
  readonly query: UseQueryResult<Preview>;
  readonly gone: {
    /** The error of a link that was used, that is too old or that never was. */
    readonly code: ConsoleErrorCode;
    readonly title: string;
    readonly text: string;
  };
  readonly children: (preview: Preview) => ReactNode;
}

/** The page behind a link that works once, for people who may not be signed in. */
export function OneTimeLinkPage<Preview>({
  title,
  label,
  query,
  gone,
  children,
}: OneTimeLinkPageProps<Preview>) {
  if (query.data !== undefined) return children(query.data);
  if (hasErrorCode(query.error, gone.code)) {
    return (
      <AuthLayout title={gone.title}>
        <Stack>
          <Text size="sm">{gone.text}</Text>
          <LinkButton to="/" variant="default">
            Go to the home page
          </LinkButton>
        </Stack>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={title}>
      {query.isError ? (
        <ErrorAlert
          error={query.error}
          title={`Could not load ${label}`}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={3} label={label} />
      )}
    </AuthLayout>
  );
}
