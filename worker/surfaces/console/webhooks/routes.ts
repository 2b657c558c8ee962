import { type ListedWebhook, listedWebhooksAnswer } from '../../../../schema/console/webhooks.ts';
import type { WebhookRecord } from '../../../adapters/d1/webhooks.ts';
import type { Ctx } from '../../../ctx.ts';
import { findNewestDelivery } from '../../../verbs/webhooks/deliveries.ts';
import { describeWebhook } from '../../../verbs/webhooks/describe-webhook.ts';
import { listWebhooks } from '../../../verbs/webhooks/get-webhook.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { webhookVerbs } from '../../shared/webhooks.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';

const list = verbRoute({
  method: 'get',
  path: '/',
  answer: listedWebhooksAnswer,
  async run(ctx) {
    const webhooks = await listWebhooks(ctx);
    return { data: { webhooks: await Promise.all(webhooks.map((webhook) => describeListed(ctx, webhook))) } };
  },
});

async function describeListed(ctx: Ctx, webhook: WebhookRecord): Promise<ListedWebhook> {
  return { ...describeWebhook(webhook), lastDelivery: await findNewestDelivery(ctx, webhook) };
}

export const webhookRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'The webhooks, oldest first'),
  memberRoute(webhookVerbs.create, inWorkspaceForm('admin'), 'The new webhook, with its secret'),
  memberRoute(webhookVerbs.change, inWorkspaceForm('admin'), 'The webhook after the change'),
  memberRoute(webhookVerbs.delete, inWorkspaceChange('admin'), 'The webhook is deleted with its deliveries'),
  memberRoute(webhookVerbs.rotateSecret, inWorkspaceChange('admin'), 'The webhook, with its new secret'),
  memberRoute(
    webhookVerbs.test,
    inWorkspaceChange('admin'),
    'The delivery of the test event, which is pending',
  ),
  memberRoute(
    webhookVerbs.listDeliveries,
    inWorkspace('member'),
    'A page of deliveries with their attempts, newest first',
  ),
  memberRoute(webhookVerbs.resend, inWorkspaceChange('admin'), 'The delivery, which is pending again'),
]);
