import type { DeliveryBody, DeliveryQuery } from '../../../schema/api/webhooks.ts';
import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import { newId } from '../../../schema/ids.ts';
import { startTrace } from '../../../schema/trace-context.ts';
import { TEST_EVENT } from '../../../schema/webhooks.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { bodyOf } from '../../objects/webhook/event.ts';
import { getWebhook } from './get-webhook.ts';
import type { AttemptRecord, DeliveryRecord } from '../../objects/webhook/protocol.ts';
import type { WebhookRecord } from '../../adapters/d1/webhooks.ts';

/** @throws {ApiError} `WEBHOOK_NOT_FOUND`, `VALIDATION_ERROR` */
export async function listDeliveries(
  ctx: Ctx,
  { webhookId, limit = DEFAULT_PAGE_SIZE, cursor, state }: DeliveryQuery & { readonly webhookId: string },
): Promise<{ deliveries: DeliveryBody[]; nextCursor: string | null }> {
  await getWebhook(ctx, webhookId);
  const before = decodeNumber(cursor);
  const { deliveries, next } = await ctx.services.webhookDesk(webhookId).list({ limit, before, state });
  return {
    deliveries: deliveries.map(describeDelivery),
    nextCursor: next === null ? null : encodeCursor([String(next)]),
  };
}

/** Returns null if none is kept. */
export async function findNewestDelivery(
  { services }: Ctx,
  { id }: WebhookRecord,
): Promise<DeliveryBody | null> {
  const { deliveries } = await services.webhookDesk(id).list({ limit: 1, before: Number.MAX_SAFE_INTEGER });
  return deliveries[0] === undefined ? null : describeDelivery(deliveries[0]);
}

/** @throws {ApiError} `WEBHOOK_NOT_FOUND`, `DELIVERY_NOT_FOUND`, `WEBHOOK_DISABLED` */
export async function sendDeliveryAgain(
  ctx: Ctx,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryBody> {
  await requireEnabled(ctx, webhookId);
  const delivery = await ctx.services.webhookDesk(webhookId).sendAgain(deliveryId);
  if (delivery === null) throw new ApiError('DELIVERY_NOT_FOUND');
  return describeDelivery(delivery);
}

/**
 * Sends `webhook.test` to this webhook only, whatever events it has chosen.
 *
 * @throws {ApiError} `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`, `DELIVERY_NOT_FOUND` if it was deleted in the meantime
 */
export async function sendTestEvent(ctx: Ctx, webhookId: string): Promise<DeliveryBody> {
  const { services, workspace } = ctx;
  await requireEnabled(ctx, webhookId);
  const event = {
    id: newId('evt'),
    type: TEST_EVENT,
    body: bodyOf({ type: TEST_EVENT, data: { webhookId } }, services.now()),
    trace: startTrace(),
  };
  const desk = services.webhookDesk(webhookId);
  await desk.accept({ workspaceId: workspace.id, id: webhookId }, [event]);
  const delivery = await desk.find(event.id);
  if (delivery === null) throw new ApiError('DELIVERY_NOT_FOUND');
  return describeDelivery(delivery);
}

/** @throws {ApiError} `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED` */
async function requireEnabled(ctx: Ctx, webhookId: string): Promise<void> {
  const { disabledReason } = await getWebhook(ctx, webhookId);
  if (disabledReason !== null) throw new ApiError('WEBHOOK_DISABLED');
}

const describeDelivery = ({
  id,
  type,
  state,
  createdAt,
  nextAttemptAt,
  attempts,
}: DeliveryRecord): DeliveryBody => ({
  id,
  type,
  state,
  createdAt: new Date(createdAt).toISOString(),
  nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt).toISOString(),
  attempts: attempts.map(describeAttempt),
});

const describeAttempt = ({ startedAt, durationMs, status, error }: AttemptRecord) => ({
  at: new Date(startedAt).toISOString(),
  durationMs,
  status,
  error,
});
