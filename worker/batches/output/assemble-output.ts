import { MergedPdfTooLarge, UnreadableInput } from '@platen/print-engine';
import type { BatchOutput } from '../../../schema/batches.ts';
import { ApiError } from '../../api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import { contentDisposition } from '../../storage/content-disposition.ts';
import { batchOutputKey } from '../../storage/keys.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { type KeptPdf, type OutputRow, readKeptPdfs } from './kept-pdfs.ts';
import { mergeKeptPdfs } from './merge-kept-pdfs.ts';
import { zipPdfs } from './zip-pdfs.ts';

export type OutputType = Exclude<BatchOutput, 'files'>;

export interface AssembleInput {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly type: OutputType;
  /** Random, of this attempt. */
  readonly version: string;
  /** In their order. */
  readonly rows: AsyncIterable<OutputRow>;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the attempt ends at the latest. */
  readonly deadline: number;
  readonly maxBytes: number;
}

/** `empty`: all PDFs were deleted before. */
export type Assembled =
  | { readonly outcome: 'made'; readonly sizeBytes: number; readonly missing: number }
  | { readonly outcome: 'empty' };

/**
 * Puts the PDFs of a batch into one object, from R2 to R2. A few MB are in memory, whatever the size. It can be repeated: an
 * attempt that does not end leaves no object.
 *
 * @throws {ApiError} the batch cannot have this output, so another attempt would fail too
 */
export async function assembleOutput(ctx: BaseCtx, input: AssembleInput): Promise<Assembled> {
  const { batchId, workspaceId, type, version, expiresAt } = input;
  const { fileStore } = ctx.services;
  let missing = 0;
  const pdfs = readKeptPdfs(ctx, beforeDeadline(ctx, input), () => {
    missing += 1;
  });
  const first = await pdfs.next();
  if (first.done) return { outcome: 'empty' };
  const key = batchOutputKey(batchId, version);
  const { contentType, extension } = OUTPUT_FORMATS[type];
  try {
    const sizeBytes = await fileStore.putParts(key, toBytes(fileStore, input, resume(first.value, pdfs)), {
      contentType,
      contentDisposition: contentDisposition('attachment', `${batchId}.${extension}`),
      custom: { workspaceId, expiresAt: String(expiresAt) },
    });
    return { outcome: 'made', sizeBytes, missing };
  } catch (error) {
    throw toLastingError(error);
  }
}

export const OUTPUT_FORMATS: Readonly<Record<OutputType, { contentType: string; extension: string }>> = {
  zip: { contentType: 'application/zip', extension: 'zip' },
  merged: { contentType: 'application/pdf', extension: 'pdf' },
};

/** The next attempt may start after the deadline. */
async function* beforeDeadline(
  { services }: BaseCtx,
  { rows, deadline }: AssembleInput,
): AsyncGenerator<OutputRow> {
  for await (const row of rows) {
    if (services.now() >= deadline) throw new Error('The output was not made in time');
    yield row;
  }
}

async function* resume(first: KeptPdf, rest: AsyncIterable<KeptPdf>): AsyncGenerator<KeptPdf> {
  yield first;
  yield* rest;
}

async function* toBytes(
  store: ObjectStore,
  { type, batchId, createdAt, maxBytes }: AssembleInput,
  pdfs: AsyncIterable<KeptPdf>,
): AsyncGenerator<Uint8Array> {
  const pieces =
    type === 'zip' ? zipPdfs(store, pdfs, new Date(createdAt)) : mergeKeptPdfs(store, pdfs, batchId);
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(`${maxBytes.toLocaleString('en')} bytes`);
    yield piece;
  }
}

const tooLarge = (limit: string): ApiError => new ApiError('OUTPUT_TOO_LARGE', { values: { limit } });

function toLastingError(error: unknown): unknown {
  if (error instanceof MergedPdfTooLarge) return tooLarge(error.limit);
  if (!(error instanceof UnreadableInput)) return error;
  return new ApiError('PDF_GENERATION_FAILED', {
    message: 'The PDFs could not be merged.',
    details: [error.message],
    cause: error,
  });
}
