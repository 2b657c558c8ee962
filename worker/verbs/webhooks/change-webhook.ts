import type { UpdateWebhook } from '../../../schema/api/webhooks.ts';
import { auditEntry } from '../../adapters/d1/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { requirePublicAddress, requireWebhookVault } from './create-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import {
  deleteWebhook,
  updateWebhook,
  type WebhookChange,
  type WebhookRecord,
} from '../../adapters/d1/webhooks.ts';
import { newSecret, sealingContext } from '../../objects/webhook/secret.ts';

const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1_000;

/** Fields that are left out stay. @throws {ApiError} `WEBHOOK_NOT_FOUND`, `VALIDATION_ERROR` */
export async function changeWebhook(
  ctx: Ctx,
  { webhookId, url, events, enabled }: UpdateWebhook & { readonly webhookId: string },
): Promise<WebhookRecord> {
  const { services } = ctx;
  const webhook = await getWebhook(ctx, webhookId);
  if (url !== undefined) requirePublicAddress(ctx, url);
  const change: WebhookChange = {
    url: url ?? webhook.url,
    events: events === undefined ? webhook.events : [...new Set(events)],
    disabledReason:
      enabled === undefined ? webhook.disabledReason : enabled ? null : (webhook.disabledReason ?? 'request'),
  };
  const changed = { ...webhook, ...change };
  const entry = auditEntry(ctx, 'webhook.changed', webhookId, { name: new URL(changed.url).host });
  await updateWebhook(services.database, webhook, change, entry);
  if (changed.disabledReason !== null) await services.webhookDesk(webhookId).cancelPending();
  return changed;
}

/** For a day, deliveries have a second signature with the previous secret. @throws {ApiError} `WEBHOOK_NOT_FOUND`, `NOT_IMPLEMENTED` */
export async function rotateSecret(
  ctx: Ctx,
  webhookId: string,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const { services } = ctx;
  const vault = requireWebhookVault(ctx);
  const webhook = await getWebhook(ctx, webhookId);
  const secret = newSecret();
  const change = {
    secret: await vault.seal(secret, sealingContext(webhook)),
    previousSecret: webhook.secret,
    previousSecretUntil: new Date(services.now() + PREVIOUS_SECRET_MS).toISOString(),
  };
  const entry = auditEntry(ctx, 'webhook.rotated', webhookId, { name: new URL(webhook.url).host });
  await updateWebhook(services.database, webhook, change, entry);
  return { webhook: { ...webhook, ...change }, secret };
}

/** The row comes first: an alarm of the desk that finds none deletes the deliveries. @throws {ApiError} `WEBHOOK_NOT_FOUND` */
export async function removeWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  const { services } = ctx;
  const webhook = await getWebhook(ctx, webhookId);
  const entry = auditEntry(ctx, 'webhook.deleted', webhookId, { name: new URL(webhook.url).host });
  await deleteWebhook(services.database, webhook, entry);
  await services.webhookDesk(webhookId).remove();
}
