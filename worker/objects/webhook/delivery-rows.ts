import { readStored } from '../../../schema/stored-value.ts';
import { ATTEMPT_ERRORS, DELIVERY_STATES } from '../../../schema/webhooks.ts';
import { optionalNumber, type SqlRow } from '../storage/sql-row.ts';
import type { AttemptRecord, DeliveryRecord } from './protocol.ts';

export const toDelivery = (row: SqlRow, attempts: readonly SqlRow[]): DeliveryRecord => ({
  id: String(row.event_id),
  type: String(row.type),
  state: readStored(DELIVERY_STATES, row.state, 'deliveries.state'),
  createdAt: Number(row.created_at),
  nextAttemptAt: optionalNumber(row.due_at),
  attempts: attempts.map(toAttempt),
});

const toAttempt = (row: SqlRow): AttemptRecord => ({
  number: Number(row.number),
  startedAt: Number(row.started_at),
  durationMs: optionalNumber(row.duration_ms),
  status: optionalNumber(row.status),
  error: row.error === null ? null : readStored(ATTEMPT_ERRORS, row.error, 'attempts.error'),
});
