import { isId } from '../../../schema/ids.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { BatchRecord } from '../../objects/batch/protocol.ts';

/** @param input.waitMs how long to wait for the end of the batch @throws {ApiError} `BATCH_NOT_FOUND` */
export async function getBatch(
  ctx: Ctx,
  { batchId, waitMs }: { readonly batchId: string; readonly waitMs: number },
): Promise<BatchRecord> {
  const batch = await openDesk(ctx, batchId).find(ctx.workspace.id, waitMs);
  if (batch === null) throw new ApiError('BATCH_NOT_FOUND');
  return batch;
}

/** Any text would make an object. @throws {ApiError} `BATCH_NOT_FOUND` */
export function openDesk({ services }: Ctx, batchId: string) {
  if (!isId('batch', batchId)) throw new ApiError('BATCH_NOT_FOUND');
  return services.batchDesk(batchId);
}
