import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ListPage } from './console-client.ts';

export interface PageRequest {
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

/** Returns after how many milliseconds the loaded pages are loaded again, or false for never. */
export type RefreshInterval<Item> = (pages: readonly ListPage<Item>[]) => number | false;

/**
 * Loads a list page by page. All loaded pages are returned as one list. While a changed query loads, the
 * previous list stays, so that the page does not jump while the user types.
 */
export function usePagedQuery<Item>(
  queryKey: readonly unknown[],
  fetchPage: (request: PageRequest) => Promise<ListPage<Item>>,
  refreshInterval: RefreshInterval<Item> = () => false,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ cursor: pageParam ?? undefined, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: ListPage<Item>) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    placeholderData: keepPreviousData,
    // Not while the page is hidden: the library's default.
    refetchInterval: ({ state }) => refreshInterval(state.data?.pages ?? []),
  });
}
