import type { CreatedWebhookBody, WebhookBody } from '../../../schema/api/webhooks.ts';
import type { WebhookRecord } from '../../adapters/d1/webhooks.ts';

/** Lists each field, so a secret that is added to the record later is not shown. */
export const describeWebhook = (webhook: WebhookRecord): WebhookBody => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  enabled: webhook.disabledReason === null,
  disabledReason: webhook.disabledReason,
  previousSecretUntil: webhook.previousSecretUntil,
  createdAt: webhook.createdAt,
});

export const describeWithSecret = ({
  webhook,
  secret,
}: {
  webhook: WebhookRecord;
  secret: string;
}): CreatedWebhookBody => ({ ...describeWebhook(webhook), secret });
