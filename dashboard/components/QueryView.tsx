import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadingRows } from './SkeletonRows.tsx';
import { Problem } from './ErrorAlert.tsx';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** What loads, for the screen reader and the error: `keys`. */
  readonly label: string;
  /** In place of rows, where something else will come. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A query's three faces: on its way, failed, here. */
export function Loaded<Data>({ query, label, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Problem error={query.error} title={`Could not load ${label}`} onRetry={() => void query.refetch()} />
    );
  }
  return skeleton ?? <LoadingRows label={label} />;
}
