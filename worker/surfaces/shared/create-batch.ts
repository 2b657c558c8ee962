import { findRegion } from '../../../renderer/browser-run/region.ts';
import type { Batch } from '../../../schema/api/batches.ts';
import { PLANS } from '../../../schema/plans.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { AcceptBatchInput, AcceptedBatch } from '../../verbs/batches/accept-batch.ts';
import { openJsonSource, openNdjsonSource } from '../../verbs/batches/batch-source.ts';
import { BatchFields } from '../../verbs/batches/batch-fields.ts';
import { describeBatch } from '../../verbs/batches/describe-batch.ts';
import { arriving } from '../http/arriving.ts';
import { bodyBytes } from '../http/body-bytes.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { openBody, readMediaType } from '../http/decode-body.ts';
import { readIdempotencyKey } from '../http/idempotency.ts';
import { noteSubject } from '../http/log-request.ts';
import { readOrigin } from '../http/origin.ts';

export const NDJSON_TYPE = 'application/x-ndjson';

/** Contract 14.1: reads the body of the request row by row, and gives it to `accept`. @throws {ApiError} */
export async function createBatch(
  c: AppContext,
  accept: (input: Omit<AcceptBatchInput, 'key'>) => Promise<AcceptedBatch>,
  isStrict: boolean,
): Promise<Batch> {
  const ctx = requireCtx(c);
  const { arrivedAt, requestId, trace, phases } = c.var;
  const { timeoutMs, maxBatchBytes } = PLANS[ctx.workspace.plan];
  const deadline = arrivedAt + timeoutMs;
  const open = findOpener(c);
  const idempotencyKey = readIdempotencyKey(c);
  const bytes = bodyBytes(c);
  // Refuse before reading starts: a connection with a half-read body may not be usable again.
  if (bytes !== Infinity && bytes > maxBatchBytes) {
    throw invalidRequest([`body: is larger than ${maxBatchBytes} bytes`]);
  }
  const memory = new RequestMemory(ctx.workspace.id, deadline);
  const fields = new BatchFields(ctx.meter, isStrict);
  const openSource = async () => {
    const body = arriving(openBody(c, maxBatchBytes), deadline);
    return fields.watch(await open(body, maxBatchBytes, { memory, meter: ctx.meter }));
  };
  const region = findRegion(c.req.raw.cf);
  const input = { requestId, trace, idempotencyKey, region, deadline, memory, openSource };
  const work = accept(input).finally(() => memory.release());
  // If the client hangs up, what was stored is still dropped.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const { batch, isKnown } = await phases.measure('accept', () => work);
  c.set('unknownFields', fields.unknown);
  noteSubject(c, { batchId: batch.batchId });
  if (isKnown) c.header('Idempotency-Replayed', 'true');
  return describeBatch(ctx, { batch, origin: readOrigin(c) });
}

/** @throws {ApiError} `VALIDATION_ERROR`, `UNSUPPORTED_ENCODING` */
function findOpener(c: AppContext): typeof openJsonSource {
  const mediaType = readMediaType(c);
  if (mediaType === 'application/json') return openJsonSource;
  if (mediaType === NDJSON_TYPE) return openNdjsonSource;
  throw invalidRequest([`Content-Type: must be application/json or ${NDJSON_TYPE}`]);
}
