import { ATTEMPT_ERRORS, DELIVERY_STATES } from '../../../schema/webhooks.ts';
import { optionalNumber, type SqlRow } from '../storage/sql-row.ts';
import type { AttemptRecord, DeliveryRecord } from './protocol.ts';

export const toDelivery = (row: SqlRow, attempts: readonly SqlRow[]): DeliveryRecord => ({
  id: String(row.event_id),
  type: String(row.type),
  state: DELIVERY_STATES.find((state) => state === row.state) ?? 'pending',
  createdAt: Number(row.created_at),
  nextAttemptAt: optionalNumber(row.due_at),
  attempts: attempts.map(toAttempt),
});

const toAttempt = (row: SqlRow): AttemptRecord => ({
  number: Number(row.number),
  startedAt: Number(row.started_at),
  durationMs: optionalNumber(row.duration_ms),
  status: optionalNumber(row.status),
  error: ATTEMPT_ERRORS.find((error) => error === row.error) ?? null,
});
