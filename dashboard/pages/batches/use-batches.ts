import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Batch, BatchRow } from '../../../schema/api/batches.ts';
import type { BatchState, RowState } from '../../../schema/batches.ts';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { batchesRefreshInterval, batchRefreshInterval, rowsRefreshInterval } from './batch-state.ts';

const batchesKey = (workspaceId: string) => ['workspace', workspaceId, 'batches'] as const;

/** @param state null for batches in all states */
export function useBatches(state: BatchState | null) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<Batch>(
    [...batchesKey(ws), 'list', state],
    ({ cursor, signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/batches', {
          params: { path: { ws }, query: { cursor, ...(state === null ? {} : { state }) } },
          signal,
        }),
      ),
    batchesRefreshInterval,
  );
}

export const batchQuery = (workspaceId: string, batchId: string) =>
  queryOptions({
    queryKey: [...batchesKey(workspaceId), 'one', batchId],
    queryFn: ({ signal }): Promise<Batch> =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/batches/{batchId}', {
          params: { path: { ws: workspaceId, batchId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => batchRefreshInterval(state.data),
  });

/** @param state null for rows in all states */
export function useBatchRows(batchId: string, state: RowState | null) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<BatchRow>(
    [...batchesKey(ws), 'rows', batchId, state],
    ({ cursor, signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/batches/{batchId}/rows', {
          params: { path: { ws, batchId }, query: { cursor, ...(state === null ? {} : { state }) } },
          signal,
        }),
      ),
    rowsRefreshInterval,
  );
}

/** The changes of one batch. Each rejects if the service refuses it. */
export function useBatchChanges(batchId: string) {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const init = { params: { path: { ws, batchId } } };

  async function thenReload(change: Promise<unknown>): Promise<void> {
    try {
      await change;
    } finally {
      await client.invalidateQueries({ queryKey: batchesKey(ws) });
    }
  }

  return {
    cancel: () => thenReload(consoleApi.POST('/console/workspaces/{ws}/batches/{batchId}/cancel', init)),
    resume: () => thenReload(consoleApi.POST('/console/workspaces/{ws}/batches/{batchId}/resume', init)),
    retryFailed: () =>
      thenReload(consoleApi.POST('/console/workspaces/{ws}/batches/{batchId}/retry-failed', init)),
  };
}
