import { z } from '@hono/zod-openapi';
import { EXAMPLE_EVENT_ID, EXAMPLE_WEBHOOK_ID } from '../../../schema/api/webhook-examples.ts';
import {
  createdWebhookAnswer,
  createWebhook as createWebhookRequest,
  deletedWebhook,
  deliveryAnswer,
  deliveryPage,
  deliveryQuery,
  updateWebhook as updateWebhookRequest,
  webhookAnswer,
} from '../../../schema/api/webhooks.ts';
import { changeWebhook, removeWebhook, rotateSecret } from '../../verbs/webhooks/change-webhook.ts';
import { createWebhook } from '../../verbs/webhooks/create-webhook.ts';
import { listDeliveries, sendDeliveryAgain, sendTestEvent } from '../../verbs/webhooks/deliveries.ts';
import { describeWebhook, describeWithSecret } from '../../verbs/webhooks/describe-webhook.ts';
import { getWebhook } from '../../verbs/webhooks/get-webhook.ts';
import { verbRoute } from '../http/route.ts';

const params = z.object({
  webhookId: z.string().meta({ description: 'The id of a webhook.', example: EXAMPLE_WEBHOOK_ID }),
});
const deliveryParams = params.extend({
  deliveryId: z
    .string()
    .meta({ description: 'The id of a delivery: the `webhook-id`.', example: EXAMPLE_EVENT_ID }),
});

export const webhookVerbs = {
  create: verbRoute({
    method: 'post',
    path: '/',
    body: createWebhookRequest,
    status: 201,
    answer: createdWebhookAnswer,
    run: async (ctx, input) => ({ data: describeWithSecret(await createWebhook(ctx, input)) }),
  }),
  read: verbRoute({
    method: 'get',
    path: '/{webhookId}',
    params,
    answer: webhookAnswer,
    run: async (ctx, { webhookId }) => ({ data: describeWebhook(await getWebhook(ctx, webhookId)) }),
  }),
  change: verbRoute({
    method: 'put',
    path: '/{webhookId}',
    params,
    body: updateWebhookRequest,
    answer: webhookAnswer,
    run: async (ctx, input) => ({ data: describeWebhook(await changeWebhook(ctx, input)) }),
  }),
  delete: verbRoute({
    method: 'delete',
    path: '/{webhookId}',
    params,
    answer: deletedWebhook,
    async run(ctx, { webhookId: id }) {
      await removeWebhook(ctx, id);
      return { data: { id, deleted: true as const } };
    },
  }),
  rotateSecret: verbRoute({
    method: 'post',
    path: '/{webhookId}/rotate-secret',
    params,
    answer: createdWebhookAnswer,
    run: async (ctx, { webhookId }) => ({ data: describeWithSecret(await rotateSecret(ctx, webhookId)) }),
  }),
  test: verbRoute({
    method: 'post',
    path: '/{webhookId}/test',
    params,
    answer: deliveryAnswer,
    run: async (ctx, { webhookId }) => ({ data: await sendTestEvent(ctx, webhookId) }),
  }),
  listDeliveries: verbRoute({
    method: 'get',
    path: '/{webhookId}/deliveries',
    params,
    query: deliveryQuery,
    answer: deliveryPage,
    async run(ctx, query) {
      const { deliveries: data, nextCursor } = await listDeliveries(ctx, query);
      return { data, nextCursor };
    },
  }),
  resend: verbRoute({
    method: 'post',
    path: '/{webhookId}/deliveries/{deliveryId}/resend',
    params: deliveryParams,
    answer: deliveryAnswer,
    run: async (ctx, input) => ({ data: await sendDeliveryAgain(ctx, input) }),
  }),
};
