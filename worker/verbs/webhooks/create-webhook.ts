import type { CreateWebhook } from '../../../schema/api/webhooks.ts';
import { newId } from '../../../schema/ids.ts';
import { MAX_WEBHOOKS } from '../../../schema/webhooks.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { BaseCtx, Ctx } from '../../ctx.ts';
import type { CredentialVault } from '../../adapters/secrets/credential-vault.ts';
import { outboundProblem } from '../../adapters/stores/outbound-guard.ts';
import { insertWebhook, selectWebhooks, type WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { newSecret, sealingContext } from '../../objects/webhook/secret.ts';

/** @throws {ApiError} `NOT_IMPLEMENTED`, `VALIDATION_ERROR`, `WEBHOOK_LIMIT_REACHED`, `WORKSPACE_NOT_FOUND` */
export async function createWebhook(
  ctx: Ctx,
  { url, events }: CreateWebhook,
): Promise<{ webhook: WebhookRecord; secret: string }> {
  const { services, workspace, ledger } = ctx;
  const vault = requireWebhookVault(ctx);
  requirePublicAddress(ctx, url);
  const identity = { id: newId('wh'), workspaceId: workspace.id };
  const secret = newSecret();
  const webhook: WebhookRecord = {
    ...identity,
    url,
    events: [...new Set(events)],
    secret: await vault.seal(secret, sealingContext(identity)),
    previousSecret: null,
    previousSecretUntil: null,
    disabledReason: null,
    createdAt: new Date(services.now()).toISOString(),
  };
  // Before the insert: a webhook must not miss an event.
  await ledger.noteWebhook();
  const entry = auditEntry(ctx, 'webhook.created', webhook.id, { name: new URL(url).host });
  if (await insertWebhook(services.database, webhook, MAX_WEBHOOKS, entry)) return { webhook, secret };
  const others = await selectWebhooks(services.database, workspace.id);
  if (others.length < MAX_WEBHOOKS) throw new ApiError('WORKSPACE_NOT_FOUND');
  throw new ApiError('WEBHOOK_LIMIT_REACHED', { values: { limit: String(MAX_WEBHOOKS) } });
}

/** @throws {ApiError} `NOT_IMPLEMENTED` if the installation has no `CREDENTIALS_KEY` */
export function requireWebhookVault({ services }: BaseCtx): CredentialVault {
  if (services.vault !== null) return services.vault;
  throw new ApiError('NOT_IMPLEMENTED', { message: 'Webhooks need the variable CREDENTIALS_KEY.' });
}

/** @throws {ApiError} `VALIDATION_ERROR` */
export function requirePublicAddress({ services }: BaseCtx, url: string): void {
  const problem = outboundProblem(url, services.outboundPolicy);
  if (problem !== null) throw invalidRequest([`url: ${problem}`]);
}
