import { createRoute, z } from '@hono/zod-openapi';
import {
  EXAMPLE_EVENT_ID,
  EXAMPLE_WEBHOOK_ID,
  WEBHOOK_ANSWERS,
  WEBHOOK_REQUESTS,
} from '../../../../schema/api/webhook-examples.ts';
import {
  createdWebhookAnswer,
  createWebhook as createWebhookRequest,
  deletedWebhook,
  deliveryAnswer,
  deliveryPage,
  deliveryQuery,
  updateWebhook as updateWebhookRequest,
  webhookAnswer,
  webhooksAnswer,
} from '../../../../schema/api/webhooks.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { changeWebhook, removeWebhook, rotateSecret } from '../../../verbs/webhooks/change-webhook.ts';
import { createWebhook } from '../../../verbs/webhooks/create-webhook.ts';
import { listDeliveries, sendDeliveryAgain, sendTestEvent } from '../../../verbs/webhooks/deliveries.ts';
import { describeWebhook, describeWithSecret } from '../../../verbs/webhooks/describe-webhook.ts';
import { getWebhook, listWebhooks } from '../../../verbs/webhooks/get-webhook.ts';
import { keyedErrors } from '../error-responses.ts';
import { keyed, keyedJson } from '../keyed.ts';

const webhookId = z.string().meta({ description: 'The id of a webhook.', example: EXAMPLE_WEBHOOK_ID });
const params = z.object({ webhookId });
const deliveryParams = z.object({
  webhookId,
  deliveryId: z
    .string()
    .meta({ description: 'The id of a delivery: the `webhook-id`.', example: EXAMPLE_EVENT_ID }),
});

const tags = ['Webhooks'];
const BODY_CODES = ['VALIDATION_ERROR', 'REQUEST_TIMEOUT', 'SERVICE_BUSY'] as const;

const listing = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List webhooks, oldest first',
  ...keyed('webhook.manage'),
  responses: {
    200: jsonResponse('All webhooks of the workspace', webhooksAnswer, WEBHOOK_ANSWERS.list),
    ...keyedErrors(),
  },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Create a webhook',
  ...keyedJson(
    'webhook.manage',
    'The answer has the secret that verifies the signatures. It is not shown again. Events are signed as Standard Webhooks 1.0 describes.',
  ),
  request: jsonBody(createWebhookRequest, WEBHOOK_REQUESTS.create),
  responses: {
    201: jsonResponse('The webhook, with its secret', createdWebhookAnswer, WEBHOOK_ANSWERS.created),
    ...keyedErrors(...BODY_CODES, 'WEBHOOK_LIMIT_REACHED', 'NOT_IMPLEMENTED'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{webhookId}',
  tags,
  summary: 'Read a webhook',
  ...keyed('webhook.manage'),
  request: { params },
  responses: {
    200: jsonResponse('The webhook', webhookAnswer, WEBHOOK_ANSWERS.one),
    ...keyedErrors('WEBHOOK_NOT_FOUND'),
  },
});

const change = createRoute({
  method: 'put',
  path: '/{webhookId}',
  tags,
  summary: 'Change, disable or enable a webhook',
  ...keyedJson('webhook.manage', 'The change applies from the next attempt on, also to pending events.'),
  request: { params, ...jsonBody(updateWebhookRequest, WEBHOOK_REQUESTS.update) },
  responses: {
    200: jsonResponse('The webhook after the change', webhookAnswer, WEBHOOK_ANSWERS.updated),
    ...keyedErrors(...BODY_CODES, 'WEBHOOK_NOT_FOUND'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{webhookId}',
  tags,
  summary: 'Delete a webhook with its deliveries',
  ...keyed('webhook.manage', 'Pending events are not sent.'),
  request: { params },
  responses: {
    200: jsonResponse('The webhook is deleted', deletedWebhook, WEBHOOK_ANSWERS.deleted),
    ...keyedErrors('WEBHOOK_NOT_FOUND'),
  },
});

const rotation = createRoute({
  method: 'post',
  path: '/{webhookId}/rotate-secret',
  tags,
  summary: 'Replace the secret of a webhook',
  ...keyed(
    'webhook.manage',
    'For 24 hours, deliveries have two signatures: with the new secret and with the previous one.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The webhook, with its new secret', createdWebhookAnswer, WEBHOOK_ANSWERS.rotated),
    ...keyedErrors('WEBHOOK_NOT_FOUND', 'NOT_IMPLEMENTED'),
  },
});

const test = createRoute({
  method: 'post',
  path: '/{webhookId}/test',
  tags,
  summary: 'Send a test event',
  ...keyed('webhook.manage', 'Sends `webhook.test` to this webhook at once, whatever events it has chosen.'),
  request: { params },
  responses: {
    200: jsonResponse(
      'The delivery of the test event, which is pending',
      deliveryAnswer,
      WEBHOOK_ANSWERS.tested,
    ),
    ...keyedErrors('WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'),
  },
});

const deliveries = createRoute({
  method: 'get',
  path: '/{webhookId}/deliveries',
  tags,
  summary: 'List the deliveries of a webhook with their attempts, newest first',
  ...keyed('webhook.manage', 'A delivery is kept for seven days after it ended.'),
  request: { params, query: deliveryQuery },
  responses: {
    200: jsonResponse('A page of deliveries', deliveryPage, WEBHOOK_ANSWERS.deliveries),
    ...keyedErrors('VALIDATION_ERROR', 'WEBHOOK_NOT_FOUND'),
  },
});

const resending = createRoute({
  method: 'post',
  path: '/{webhookId}/deliveries/{deliveryId}/resend',
  tags,
  summary: 'Send an event again',
  ...keyed(
    'webhook.manage',
    'Sends the event at once, in whatever state the delivery is. If this fails, the nine further attempts follow.',
  ),
  request: { params: deliveryParams },
  responses: {
    200: jsonResponse('The delivery, which is pending again', deliveryAnswer, WEBHOOK_ANSWERS.sentAgain),
    ...keyedErrors('WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'),
  },
});

export const webhookRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const webhooks = await listWebhooks(requireCtx(c));
    return c.json(answer(c, webhooks.map(describeWebhook)), 200);
  })
  .openapi(creation, async (c) => {
    const created = await createWebhook(requireCtx(c), c.req.valid('json'));
    return c.json(answer(c, describeWithSecret(created)), 201);
  })
  .openapi(reading, async (c) => {
    const webhook = await getWebhook(requireCtx(c), c.req.valid('param').webhookId);
    return c.json(answer(c, describeWebhook(webhook)), 200);
  })
  .openapi(change, async (c) => {
    const input = { ...c.req.valid('json'), ...c.req.valid('param') };
    return c.json(answer(c, describeWebhook(await changeWebhook(requireCtx(c), input))), 200);
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
    const input = { ...c.req.valid('query'), ...c.req.valid('param') };
    const page = await listDeliveries(requireCtx(c), input);
    return c.json(answerPage(c, page.deliveries, page.nextCursor), 200);
  })
  .openapi(resending, async (c) => {
    const delivery = await sendDeliveryAgain(requireCtx(c), c.req.valid('param'));
    return c.json(answer(c, delivery), 200);
  });
