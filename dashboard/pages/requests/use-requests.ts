import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { LoggedRequest, RequestOutcome } from '../../../schema/request-log.ts';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { refreshInterval } from '../../api/refresh-interval.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';

export interface RequestFilter {
  readonly outcome: RequestOutcome | null;
  readonly search: string;
}

export function useRequests({ outcome, search }: RequestFilter) {
  const { id } = useWorkspace();
  return usePagedQuery<LoggedRequest>(
    ['workspace', id, 'requests', outcome, search],
    ({ cursor, signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/requests', {
          params: {
            path: { ws: id },
            query: {
              cursor,
              ...(outcome === null ? {} : { outcome }),
              ...(search === '' ? {} : { search }),
            },
          },
          signal,
        }),
      ),
    refreshInterval(() => false),
  );
}

/** A request never changes. */
export const requestQuery = (workspaceId: string, requestId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'request', requestId],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/requests/{requestId}', {
          params: { path: { ws: workspaceId, requestId } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });

export function useClearRequests() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      consoleApi.DELETE('/console/workspaces/{ws}/requests', { params: { path: { ws: id } } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', id, 'requests'] }),
  });
}
