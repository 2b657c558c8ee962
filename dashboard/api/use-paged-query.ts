import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getPage, type PageOf } from './console-client.ts';

/**
 * A list of `/console` that comes in pages, all of those that were fetched as one. `path` may hold a query.
 * While a changed query is on its way, what it found before stays: typing must not make the list jump.
 */
export function usePagedQuery<Item>(queryKey: readonly unknown[], path: string) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => getPage<Item>(withCursor(path, pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: PageOf<Item>) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    placeholderData: keepPreviousData,
  });
}

function withCursor(path: string, cursor: string | null): string {
  if (cursor === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}
