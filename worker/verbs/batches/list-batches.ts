import type { z } from 'zod';
import type { batchQuery, rowQuery } from '../../../schema/api/batches.ts';
import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { decodeNumber, decodePosition, encodeCursor } from '../../lib/cursor.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { openDesk } from './get-batch.ts';
import type { BatchRecord, RowRecord } from '../../objects/batch/protocol.ts';

export type BatchQuery = z.infer<typeof batchQuery>;
export type RowQuery = z.infer<typeof rowQuery>;

export async function listBatches(
  { ledger }: Ctx,
  { limit, cursor, state }: BatchQuery,
): Promise<{ batches: readonly BatchRecord[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodePosition(cursor);
  const { batches, more } = await ledger.listBatches({
    limit: limit ?? DEFAULT_PAGE_SIZE,
    ...(state === undefined ? {} : { state }),
    ...(after === undefined ? {} : { after: { createdAt: after.createdAt, batchId: after.id } }),
  });
  const last = batches.at(-1);
  return { batches, nextCursor: more && last ? encodeCursor([String(last.createdAt), last.batchId]) : null };
}

export interface ListedRow {
  readonly row: RowRecord;
  /** It is null without one, and after it was deleted. */
  readonly file: FileRecord | null;
  /** The id of the request that was accepted. */
  readonly requestId: string;
}

/** In the order of the request. @throws {ApiError} `BATCH_NOT_FOUND`, `VALIDATION_ERROR` */
export async function listRows(
  ctx: Ctx,
  { batchId, limit = DEFAULT_PAGE_SIZE, cursor, state }: RowQuery & { readonly batchId: string },
): Promise<{ rows: readonly ListedRow[]; nextCursor: string | null }> {
  const after = cursor === undefined ? -1 : decodeNumber(cursor);
  const page = await openDesk(ctx, batchId).listRows(ctx.workspace.id, { limit, after, state });
  if (page === null) throw new ApiError('BATCH_NOT_FOUND');
  const { rows, more, requestId } = page;
  const fileIds = rows.flatMap(({ fileId }) => fileId ?? []);
  const files = fileIds.length === 0 ? [] : await ctx.ledger.findFiles(fileIds);
  const byId = new Map(files.flatMap((file) => (file === null ? [] : [[file.fileId, file] as const])));
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => ({ row, file: byId.get(row.fileId ?? '') ?? null, requestId })),
    nextCursor: more && last ? encodeCursor([String(last.index)]) : null,
  };
}
