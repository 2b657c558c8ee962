import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhook, DeliveryBody, UpdateWebhook } from '../../../schema/api/webhooks.ts';
import type { DeliveryState } from '../../../schema/webhooks.ts';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { deliveryRefreshInterval, webhookRefreshInterval } from './delivery-state.ts';

export const webhooksQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'webhooks'],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/webhooks', {
          params: { path: { ws: workspaceId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => webhookRefreshInterval(state.data?.webhooks ?? []),
  });

const deliveriesKey = (workspaceId: string, webhookId: string) => [
  'workspace',
  workspaceId,
  'deliveries',
  webhookId,
];

/** @param state null for deliveries in all states */
export function useDeliveries(webhookId: string, state: DeliveryState | null) {
  const { id: ws } = useWorkspace();
  return usePagedQuery<DeliveryBody>(
    [...deliveriesKey(ws, webhookId), state],
    ({ cursor, signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/webhooks/{webhookId}/deliveries', {
          params: { path: { ws, webhookId }, query: { cursor, ...(state === null ? {} : { state }) } },
          signal,
        }),
      ),
    deliveryRefreshInterval,
  );
}

export function useCreateWebhook() {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  return async (body: CreateWebhook) => {
    const created = await readData(
      consoleApi.POST('/console/workspaces/{ws}/webhooks', { params: { path: { ws } }, body }),
    );
    await client.invalidateQueries(webhooksQuery(ws));
    return created;
  };
}

/** The changes of one webhook. */
export function useWebhookChanges(webhookId: string) {
  const { id: ws } = useWorkspace();
  const client = useQueryClient();
  const params = { path: { ws, webhookId } };

  async function thenReload<Result>(change: Promise<Result>): Promise<Result> {
    try {
      return await change;
    } finally {
      await Promise.all([
        client.invalidateQueries(webhooksQuery(ws)),
        client.invalidateQueries({ queryKey: deliveriesKey(ws, webhookId) }),
      ]);
    }
  }

  return {
    update: (body: UpdateWebhook) =>
      thenReload(consoleApi.PUT('/console/workspaces/{ws}/webhooks/{webhookId}', { params, body })),
    remove: async () => {
      await consoleApi.DELETE('/console/workspaces/{ws}/webhooks/{webhookId}', { params });
      client.removeQueries({ queryKey: deliveriesKey(ws, webhookId) });
      await client.invalidateQueries(webhooksQuery(ws));
    },
    rotate: () =>
      thenReload(
        readData(consoleApi.POST('/console/workspaces/{ws}/webhooks/{webhookId}/rotate-secret', { params })),
      ),
    sendTest: () =>
      thenReload(readData(consoleApi.POST('/console/workspaces/{ws}/webhooks/{webhookId}/test', { params }))),
    sendAgain: (deliveryId: string) =>
      thenReload(
        consoleApi.POST('/console/workspaces/{ws}/webhooks/{webhookId}/deliveries/{deliveryId}/resend', {
          params: { path: { ...params.path, deliveryId } },
        }),
      ),
  };
}
