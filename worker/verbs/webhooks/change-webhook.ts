import type { UpdateWebhook } from '../../../schema/api/webhooks.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import { requirePublicAddress, requireWebhookVault } from './create-webhook.ts';
import { getWebhook } from './get-webhook.ts';
import {
  deleteWebhook,
  disabledBy,
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
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(enabled === undefined ? {} : { disabledReason: enabled ? null : disabledBy('request') }),
  };
  if (Object.keys(change).length === 0) return webhook;
  const entry = auditEntry(ctx, 'webhook.changed', webhookId, { name: new URL(url ?? webhook.url).host });
  const changed = await updateWebhook(
    services.database,
    { workspaceId: webhook.workspaceId, id: webhookId },
    change,
    entry,
  );
  if (changed === null) throw new ApiError('WEBHOOK_NOT_FOUND');
  if (changed.disabledReason !== null) await services.webhookDesk(webhookId).cancelPending();
  return changed;
}

/** One of the parallel rotations succeeds in each round. */
const MAX_ROTATIONS = 20;

/**
 * For a day, deliveries have a second signature with the previous secret. Parallel rotations follow one another, so each
 * returns a secret that signs. @throws {ApiError} `WEBHOOK_NOT_FOUND`, `NOT_IMPLEMENTED`
 */
export async function rotateSecret(
  ctx: Ctx,
  webhookId: string,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const { services } = ctx;
  const vault = requireWebhookVault(ctx);
  const secret = newSecret();
  for (let round = 0; round < MAX_ROTATIONS; round += 1) {
    const webhook = await getWebhook(ctx, webhookId);
    const change = {
      secret: await vault.seal(secret, sealingContext(webhook)),
      previousSecret: webhook.secret,
      previousSecretUntil: new Date(services.now() + PREVIOUS_SECRET_MS).toISOString(),
    };
    const entry = auditEntry(ctx, 'webhook.rotated', webhookId, { name: new URL(webhook.url).host });
    const rotated = await updateWebhook(services.database, webhook, change, entry);
    if (rotated !== null) return { webhook: rotated, secret };
  }
  throw new ApiError('SERVICE_BUSY');
}

/** The row comes first: an alarm of the desk that finds none deletes the deliveries. @throws {ApiError} `WEBHOOK_NOT_FOUND` */
export async function removeWebhook(ctx: Ctx, webhookId: string): Promise<void> {
  const { services } = ctx;
  const webhook = await getWebhook(ctx, webhookId);
  const entry = auditEntry(ctx, 'webhook.deleted', webhookId, { name: new URL(webhook.url).host });
  await deleteWebhook(services.database, webhook, entry);
  await services.webhookDesk(webhookId).remove();
}
