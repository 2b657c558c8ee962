import { createRoute, z } from '@hono/zod-openapi';
import {
  createdWebhookAnswer,
  createWebhook as createWebhookRequest,
  deletedWebhook,
  deliveryAnswer,
  deliveryPage,
  deliveryQuery,
  updateWebhook as updateWebhookRequest,
  webhookAnswer,
} from '../../../../schema/api/webhooks.ts';
import { type ListedWebhook, listedWebhooksAnswer } from '../../../../schema/console/webhooks.ts';
import type { Ctx } from '../../../ctx.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { changeWebhook, removeWebhook, rotateSecret } from '../../../verbs/webhooks/change-webhook.ts';
import { createWebhook } from '../../../verbs/webhooks/create-webhook.ts';
import {
  findNewestDelivery,
  listDeliveries,
  sendDeliveryAgain,
  sendTestEvent,
} from '../../../verbs/webhooks/deliveries.ts';
import { describeWebhook, describeWithSecret } from '../../../verbs/webhooks/describe-webhook.ts';
import { listWebhooks } from '../../../verbs/webhooks/get-webhook.ts';
import type { WebhookRecord } from '../../../adapters/d1/webhooks.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm } from '../http/in-workspace.ts';

const params = z.object({ ws: z.string(), webhookId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The webhooks, oldest first', listedWebhooksAnswer) },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: inWorkspaceForm('admin'),
  request: jsonBody(createWebhookRequest),
  responses: { 201: jsonResponse('The new webhook, with its secret', createdWebhookAnswer) },
});

const change = createRoute({
  method: 'put',
  path: '/{webhookId}',
  middleware: inWorkspaceForm('admin'),
  request: { params, ...jsonBody(updateWebhookRequest) },
  responses: { 200: jsonResponse('The webhook after the change', webhookAnswer) },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{webhookId}',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The webhook is deleted with its deliveries', deletedWebhook) },
});

const rotation = createRoute({
  method: 'post',
  path: '/{webhookId}/rotate-secret',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The webhook, with its new secret', createdWebhookAnswer) },
});

const test = createRoute({
  method: 'post',
  path: '/{webhookId}/test',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The delivery of the test event, which is pending', deliveryAnswer) },
});

const deliveries = createRoute({
  method: 'get',
  path: '/{webhookId}/deliveries',
  middleware: inWorkspace('member'),
  request: { params, query: deliveryQuery },
  responses: { 200: jsonResponse('A page of deliveries with their attempts, newest first', deliveryPage) },
});

const resending = createRoute({
  method: 'post',
  path: '/{webhookId}/deliveries/{deliveryId}/resend',
  middleware: inWorkspaceChange('admin'),
  request: { params: params.extend({ deliveryId: z.string() }) },
  responses: { 200: jsonResponse('The delivery, which is pending again', deliveryAnswer) },
});

export const webhookRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const ctx = requireCtx(c);
    const webhooks = await listWebhooks(ctx);
    const listed = await Promise.all(webhooks.map((webhook) => describeListed(ctx, webhook)));
    return c.json(answer(c, { webhooks: listed }), 200);
  })
  .openapi(creation, async (c) => {
    const created = await createWebhook(requireCtx(c), c.req.valid('json'));
    return c.json(answer(c, describeWithSecret(created)), 201);
  })
  .openapi(change, async (c) => {
    const { webhookId } = c.req.valid('param');
    const changed = await changeWebhook(requireCtx(c), { ...c.req.valid('json'), webhookId });
    return c.json(answer(c, describeWebhook(changed)), 200);
  })
  .openapi(deletion, async (c) => {
    const { webhookId: id } = c.req.valid('param');
    await removeWebhook(requireCtx(c), id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  })
  .openapi(rotation, async (c) => {
    const rotated = await rotateSecret(requireCtx(c), c.req.valid('param').webhookId);
    return c.json(answer(c, describeWithSecret(rotated)), 200);
  })
  .openapi(test, async (c) => {
    const delivery = await sendTestEvent(requireCtx(c), c.req.valid('param').webhookId);
    return c.json(answer(c, delivery), 200);
  })
  .openapi(deliveries, async (c) => {
    const { webhookId } = c.req.valid('param');
    const page = await listDeliveries(requireCtx(c), { ...c.req.valid('query'), webhookId });
    return c.json(answerPage(c, page.deliveries, page.nextCursor), 200);
  })
  .openapi(resending, async (c) => {
    const { webhookId, deliveryId } = c.req.valid('param');
    return c.json(answer(c, await sendDeliveryAgain(requireCtx(c), { webhookId, deliveryId })), 200);
  });

async function describeListed(ctx: Ctx, webhook: WebhookRecord): Promise<ListedWebhook> {
  return { ...describeWebhook(webhook), lastDelivery: await findNewestDelivery(ctx, webhook) };
}
