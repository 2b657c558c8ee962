import { MergedPdfTooLarge, UnreadableInput } from '@platen/pdf';
import { ApiError } from '../../../lib/api-error.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { contentDisposition } from '../../../adapters/r2/content-disposition.ts';
import { batchOutputKey } from '../../../adapters/r2/keys.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import { OUTPUT_FORMATS, type OutputType } from '../../../verbs/batches/output/formats.ts';
import { type KeptPdf, readKeptPdfs } from '../../../verbs/files/kept-pdfs.ts';
import type { OutputRow } from './output-row.ts';
import { mergeKeptPdfs } from './merge-kept-pdfs.ts';
import { zipPdfs } from './zip-pdfs.ts';

export interface AssembleInput {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly type: OutputType;
  /** Each attempt has its own. */
  readonly outputId: string;
  /** In their order. */
  readonly rows: AsyncIterable<OutputRow>;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly maxBytes: number;
  /** Called for each piece of the output. Ends the attempt if it throws. */
  readonly onPiece: () => Promise<void>;
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
  const { batchId, workspaceId, type, outputId, rows, expiresAt } = input;
  const { fileStore } = ctx.services;
  let missing = 0;
  const pdfs = readKeptPdfs(ctx, rows, () => {
    missing += 1;
  });
  const first = await pdfs.next();
  if (first.done) return { outcome: 'empty' };
  const key = batchOutputKey(batchId, outputId);
  const { contentType, extension } = OUTPUT_FORMATS[type];
  try {
    const sizeBytes = await fileStore.putUnsized(key, toBytes(fileStore, input, resume(first.value, pdfs)), {
      contentType,
      contentDisposition: contentDisposition('attachment', `${batchId}.${extension}`),
      custom: { workspaceId, expiresAt: String(expiresAt) },
    });
    return { outcome: 'made', sizeBytes, missing };
  } catch (error) {
    throw toLastingError(error);
  }
}

async function* resume(
  first: KeptPdf<OutputRow>,
  rest: AsyncIterable<KeptPdf<OutputRow>>,
): AsyncGenerator<KeptPdf<OutputRow>> {
  yield first;
  yield* rest;
}

async function* toBytes(
  store: ObjectStore,
  { type, batchId, createdAt, maxBytes, onPiece }: AssembleInput,
  pdfs: AsyncIterable<KeptPdf<OutputRow>>,
): AsyncGenerator<Uint8Array> {
  const pieces =
    type === 'zip' ? zipPdfs(store, pdfs, new Date(createdAt)) : mergeKeptPdfs(store, pdfs, batchId);
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge(`${maxBytes.toLocaleString('en')} bytes`);
    await onPiece();
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
    cause: error.cause,
  });
}
