import { newId } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import type { BaseCtx } from '../ctx.ts';
import type { BatchBell } from './protocol.ts';

const LEASE_MS = 60_000;

/** Makes the archive or the merged PDF of a batch whose rows have all ended. */
export async function assembleOutput({ services }: BaseCtx, { batchId }: BatchBell): Promise<void> {
  const runnerId = newId('lane');
  const desk = services.batchDesk(batchId);
  if ((await desk.takeOutput(runnerId, LEASE_MS)) === null) return;
  const { code, message, details } = new ApiError('NOT_IMPLEMENTED', {
    message: 'This output is not available yet.',
  });
  await desk.settleOutput(runnerId, { outcome: 'failed', error: { code, message, details } });
}
