import type { Batch, BatchRow } from '../../../schema/api/batches.ts';
import type { BatchOutput, BatchState, OutputState, RowState } from '../../../schema/batches.ts';
import { refreshInterval } from '../../api/refresh-interval.ts';
import type { StatusLabel } from '../../components/status-label.ts';

export const BATCH_LABELS: Readonly<Record<BatchState, StatusLabel>> = {
  queued: { tone: 'quiet', label: 'Queued' },
  running: { tone: 'warning', label: 'Running' },
  paused: { tone: 'warning', label: 'Paused' },
  assembling: { tone: 'warning', label: 'Making the output' },
  completed: { tone: 'good', label: 'Completed' },
  failed: { tone: 'bad', label: 'Stopped' },
  canceled: { tone: 'quiet', label: 'Canceled' },
};

export const ROW_LABELS: Readonly<Record<RowState, StatusLabel>> = {
  queued: { tone: 'quiet', label: 'Queued' },
  running: { tone: 'warning', label: 'Running' },
  succeeded: { tone: 'good', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
  canceled: { tone: 'quiet', label: 'Canceled' },
};

export const OUTPUT_TYPE_LABELS: Readonly<Record<BatchOutput, string>> = {
  files: 'One file for each row',
  zip: 'Files and one ZIP archive',
  merged: 'Files and one merged PDF',
};

export const OUTPUT_STATE_LABELS: Readonly<Record<OutputState, string>> = {
  none: 'No output, because no row succeeded',
  pending: 'Made when all rows have ended',
  assembling: 'Is being made',
  ready: 'Ready',
  failed: 'Could not be made',
};

export const isOpen = ({ state }: Pick<Batch, 'state'>): boolean =>
  !['completed', 'failed', 'canceled'].includes(state);

/** A paused batch changes when there are credits. */
const isMoving = (batch: Batch): boolean => isOpen(batch) && batch.state !== 'paused';

export const batchesRefreshInterval = refreshInterval<Batch>(isMoving);

export const batchRefreshInterval = (batch: Batch | undefined): number | false =>
  batchesRefreshInterval(batch === undefined ? [] : [{ data: [batch], nextCursor: null }]);

const isRowMoving = ({ state }: BatchRow): boolean => state === 'queued' || state === 'running';

export const rowsRefreshInterval = refreshInterval<BatchRow>(isRowMoving);

/** In percent. 0 for a batch without rows. */
export const percentOf = (count: number, total: number): number => (total === 0 ? 0 : (100 * count) / total);

export const canRetry = ({ retryableUntil, state, rows }: Batch, now = Date.now()): boolean =>
  retryableUntil !== null &&
  Date.parse(retryableUntil) > now &&
  (state === 'completed' || state === 'failed') &&
  (rows.failed > 0 || rows.canceled > 0);
