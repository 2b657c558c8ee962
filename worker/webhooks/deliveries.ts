import type { DeliveryBody, DeliveryQuery } from '../../schema/api/webhooks.ts';
import { DEFAULT_PAGE_SIZE } from '../../schema/api/paging.ts';
import { ApiError } from '../api-error.ts';
import type { Ctx } from '../ctx.ts';
import { decodeNumber, encodeCursor } from '../cursor.ts';
import { getWebhook } from './get-webhook.ts';
import type { AttemptRecord, DeliveryRecord } from './protocol.ts';

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

/** @throws {ApiError} `WEBHOOK_NOT_FOUND`, `DELIVERY_NOT_FOUND`, `WEBHOOK_DISABLED` */
export async function sendDeliveryAgain(
  ctx: Ctx,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryBody> {
  const { disabledReason } = await getWebhook(ctx, webhookId);
  if (disabledReason !== null) throw new ApiError('WEBHOOK_DISABLED');
  const delivery = await ctx.services.webhookDesk(webhookId).sendAgain(deliveryId);
  if (delivery === null) throw new ApiError('DELIVERY_NOT_FOUND');
  return describeDelivery(delivery);
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
