import { WEBHOOK_ANSWERS, WEBHOOK_REQUESTS } from '../../../../schema/api/webhook-examples.ts';
import { webhooksAnswer } from '../../../../schema/api/webhooks.ts';
import { describeWebhook } from '../../../verbs/webhooks/describe-webhook.ts';
import { listWebhooks } from '../../../verbs/webhooks/get-webhook.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { webhookVerbs } from '../../shared/webhooks.ts';
import { keyedRoutes } from '../keyed-route.ts';

const list = verbRoute({
  method: 'get',
  path: '/',
  answer: webhooksAnswer,
  run: async (ctx) => ({ data: (await listWebhooks(ctx)).map(describeWebhook) }),
});

const keyedRoute = keyedRoutes('Webhooks');

export const webhookRoutes = routerOf([
  keyedRoute(list, 'webhook.manage', {
    summary: 'List webhooks, oldest first',
    returns: 'All webhooks of the workspace',
    example: WEBHOOK_ANSWERS.list,
  }),
  keyedRoute(webhookVerbs.create, 'webhook.manage', {
    summary: 'Create a webhook',
    about:
      'The answer has the secret that verifies the signatures. It is not shown again. Events are signed as Standard Webhooks 1.0 describes.',
    bodyExample: WEBHOOK_REQUESTS.create,
    returns: 'The webhook, with its secret',
    example: WEBHOOK_ANSWERS.created,
    errors: ['WEBHOOK_LIMIT_REACHED', 'NOT_IMPLEMENTED'],
  }),
  keyedRoute(webhookVerbs.read, 'webhook.manage', {
    summary: 'Read a webhook',
    returns: 'The webhook',
    example: WEBHOOK_ANSWERS.one,
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  keyedRoute(webhookVerbs.change, 'webhook.manage', {
    summary: 'Change, disable or enable a webhook',
    about: 'The change applies from the next attempt on, also to pending events.',
    bodyExample: WEBHOOK_REQUESTS.update,
    returns: 'The webhook after the change',
    example: WEBHOOK_ANSWERS.updated,
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  keyedRoute(webhookVerbs.delete, 'webhook.manage', {
    summary: 'Delete a webhook with its deliveries',
    about: 'Pending events are not sent.',
    returns: 'The webhook is deleted',
    example: WEBHOOK_ANSWERS.deleted,
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  keyedRoute(webhookVerbs.rotateSecret, 'webhook.manage', {
    summary: 'Replace the secret of a webhook',
    about: 'For 24 hours, deliveries have two signatures: with the new secret and with the previous one.',
    returns: 'The webhook, with its new secret',
    example: WEBHOOK_ANSWERS.rotated,
    errors: ['WEBHOOK_NOT_FOUND', 'NOT_IMPLEMENTED'],
  }),
  keyedRoute(webhookVerbs.test, 'webhook.manage', {
    summary: 'Send a test event',
    about: 'Sends `webhook.test` to this webhook at once, whatever events it has chosen.',
    returns: 'The delivery of the test event, which is pending',
    example: WEBHOOK_ANSWERS.tested,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  }),
  keyedRoute(webhookVerbs.listDeliveries, 'webhook.manage', {
    summary: 'List the deliveries of a webhook with their attempts, newest first',
    about: 'A delivery is kept for seven days after it ended.',
    returns: 'A page of deliveries',
    example: WEBHOOK_ANSWERS.deliveries,
    errors: ['WEBHOOK_NOT_FOUND'],
  }),
  keyedRoute(webhookVerbs.resend, 'webhook.manage', {
    summary: 'Send an event again',
    about:
      'Sends the event at once, in whatever state the delivery is. If this fails, the nine further attempts follow.',
    returns: 'The delivery, which is pending again',
    example: WEBHOOK_ANSWERS.sentAgain,
    errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'],
  }),
]);
