import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { openDesk } from './get-batch.ts';
import type { BatchChange, BatchRecord } from '../../objects/batch/protocol.ts';

/** Can be repeated. @throws {ApiError} `BATCH_NOT_FOUND`, `BATCH_STATE_CONFLICT` */
export const cancelBatch = async (ctx: Ctx, batchId: string): Promise<BatchRecord> =>
  requireDone(await openDesk(ctx, batchId).cancel(ctx.workspace.id), 'canceled');

/** Can be repeated. @throws {ApiError} `BATCH_NOT_FOUND`, `BATCH_STATE_CONFLICT`, `NO_CREDITS_AVAILABLE` */
export const resumeBatch = async (ctx: Ctx, batchId: string): Promise<BatchRecord> =>
  requireDone(await openDesk(ctx, batchId).resume(ctx.workspace.id), 'resumed');

/** @throws {ApiError} `BATCH_NOT_FOUND`, `BATCH_STATE_CONFLICT`, `BATCH_LIMIT_REACHED` */
export const retryFailedRows = async (ctx: Ctx, batchId: string): Promise<BatchRecord> =>
  requireDone(await openDesk(ctx, batchId).retryFailed(ctx.workspace.id), 'retried');

type Action = 'canceled' | 'resumed' | 'retried';

function requireDone(change: BatchChange, action: Action): BatchRecord {
  if (change.outcome === 'done') return change.batch;
  if (change.outcome === 'refused') throw refusalError(change.refused);
  if (change.outcome === 'unknown') throw new ApiError('BATCH_NOT_FOUND');
  throw new ApiError('BATCH_STATE_CONFLICT', { values: { action, reason: reasonOf(change.batch, action) } });
}

const reasonOf = ({ state }: BatchRecord, action: Action): string =>
  action === 'retried' && (state === 'completed' || state === 'failed')
    ? 'it has no rows that can be retried.'
    : `its state is ${state}.`;
