import { expect, test } from 'vitest';
import { batchRefreshInterval, canRetry } from '../../../../dashboard/pages/batches/batch-state.ts';
import { BATCH_ANSWERS } from '../../../../schema/api/batch-examples.ts';
import type { Batch } from '../../../../schema/api/batches.ts';
import { BATCH_STATES } from '../../../../schema/batches.ts';

const batch = (changes: Partial<Batch>): Batch => ({ ...BATCH_ANSWERS.accepted.data, ...changes });

test.each(BATCH_STATES)('a batch that is %s is loaded again in time', (state) => {
  const isMoving = ['queued', 'running', 'assembling'].includes(state);
  expect(batchRefreshInterval(batch({ state }))).toBe(isMoving ? 2_000 : 15_000);
  expect(batchRefreshInterval(undefined)).toBe(false);
});

test('failed rows can be retried until the batch says so', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const rows = { total: 2, queued: 0, running: 0, succeeded: 1, failed: 1, canceled: 0 };
  const ended = batch({ state: 'completed', rows, retryableUntil: '2026-11-22T12:00:01Z' });
  expect(canRetry(ended, now)).toBe(true);
  expect(canRetry({ ...ended, state: 'canceled' }, now)).toBe(false);
  expect(canRetry({ ...ended, rows: { ...rows, failed: 0 } }, now)).toBe(false);
  expect(canRetry(ended, now + 1_000)).toBe(false);
});
