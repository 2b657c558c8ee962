import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SkeletonRows } from './SkeletonRows.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** For screen readers and the error message: `the keys`. */
  readonly label: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query: a skeleton while it loads, an error with a retry button, or its data. */
export function QueryView<Data>({ query, label, skeleton, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorAlert
        error={query.error}
        title={`Could not load ${label}`}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return skeleton ?? <SkeletonRows label={label} />;
}
