import type { Batch, BatchRow } from '../../../schema/api/batches.ts';
import { metaField } from '../../../schema/api/meta.ts';
import type { Ctx } from '../../ctx.ts';
import { describeFile } from '../files/describe-file.ts';
import { fileLinks } from '../files/links.ts';
import { describeStoredError } from '../jobs/describe-job.ts';
import type { ListedRow } from './list-batches.ts';
import { signOutputUrl } from './output/open-output.ts';
import type { BatchRecord } from '../../objects/batch/protocol.ts';

/** Signs a new URL of the output. */
export async function describeBatch(
  { services }: Ctx,
  { batch, origin }: { readonly batch: BatchRecord; readonly origin: string },
): Promise<Batch> {
  const { batchId, state, environment, onRowError, rows, outcome, pausedReason, requestId } = batch;
  const errorOf = (error: BatchRecord['error'], at: number | null) =>
    describeStoredError({ error, requestId, finishedAt: at });
  return {
    batchId,
    state,
    environment,
    templateId: batch.template,
    onRowError,
    rows,
    output: {
      type: batch.output,
      state: outcome.state,
      url: await signOutputUrl({ services }, { batch, origin }),
      sizeBytes: outcome.sizeBytes,
      missing: outcome.missing,
      error: errorOf(outcome.error, outcome.finishedAt),
    },
    pausedReason,
    error: errorOf(batch.error, batch.finishedAt),
    ...metaField(batch.meta),
    createdAt: new Date(batch.createdAt).toISOString(),
    startedAt: toTime(batch.startedAt),
    finishedAt: toTime(batch.finishedAt),
    retryableUntil: toTime(batch.retryableUntil),
    expiresAt: toTime(batch.expiresAt),
  };
}

/** Signs new URLs of the file. */
export async function describeRow(
  { services }: Ctx,
  { listed, origin }: { readonly listed: ListedRow; readonly origin: string },
): Promise<BatchRow> {
  const { row, file, requestId } = listed;
  const { index, externalId, state, attempts, fileId, error, finishedAt } = row;
  const links = file && (await fileLinks(file, services.signer, origin, services.now()));
  return {
    index,
    externalId,
    state,
    attempts,
    startedAt: toTime(row.startedAt),
    finishedAt: toTime(finishedAt),
    fileId,
    file: file && links && describeFile(file, links),
    ...metaField(row.meta),
    error: describeStoredError({ error, requestId, finishedAt }),
  };
}

const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
