import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { findWebhook, selectWebhooks, type WebhookRecord } from '../../adapters/d1/webhooks.ts';

export const listWebhooks = ({ services, workspace }: Ctx): Promise<WebhookRecord[]> =>
  selectWebhooks(services.database, workspace.id);

/** @throws {ApiError} `WEBHOOK_NOT_FOUND`, also for a webhook of another workspace */
export async function getWebhook({ services, workspace }: Ctx, webhookId: string): Promise<WebhookRecord> {
  const webhook = await findWebhook(services.database, workspace.id, webhookId);
  if (webhook === null) throw new ApiError('WEBHOOK_NOT_FOUND');
  return webhook;
}
