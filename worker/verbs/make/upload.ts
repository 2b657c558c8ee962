import { DeadlineExceeded } from '@platen/meter';
import { type ByteSource, finishPdf, importPdf } from '@platen/pdf';
import { PrintCancelled, PrintTimeout } from '@platen/print-engine';
import { normaliseFilename } from '../../../compose/filename.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import { PLANS } from '../../../schema/plans.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { assembledPdf } from './assemble/assembly-run.ts';
import { NOTHING } from './assemble/finishing.ts';
import { TEST_MARK } from './assemble/mark.ts';
import { toForeignPdfError } from './assemble/foreign-pdf-error.ts';
import type { Product, Run } from './production.ts';

export interface UploadInput {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Normalised, without an extension. If null, the title of the document. */
  readonly filename: string | null;
  /** As JSON. */
  readonly meta: string | null;
  readonly memory: RequestMemory;
}

/** Reads a PDF of the client to its end, checks it, and rewrites it. */
export const uploadOf = ({ pieces, filename, meta, memory }: UploadInput): Product => ({
  memory,
  isUpload: true,
  meta,
  thumbnailWidth: null,
  make: async (run) => {
    await memory.assemble();
    const { source, title } = await run.phases.measure('make', () => importForeign(run, pieces, 'body'));
    const name = filename ?? (title === null ? null : normaliseFilename(title)) ?? 'document';
    const pdf = assembledPdf(
      { ...run, report: null, differences: [] },
      { filename: `${name}.pdf`, pages: null, open: () => source },
    );
    return { outputs: [{ ...pdf, mediaType: PDF_TYPE, method: 'upload' }], report: null };
  },
});

interface ForeignPdf {
  readonly source: ByteSource;
  readonly title: string | null;
}

/** @param field of the request that has the PDF @throws {ApiError | PrintFailure} */
export async function importForeign(
  run: Run,
  pieces: AsyncIterable<Uint8Array>,
  field: string,
): Promise<ForeignPdf> {
  const { ctx, scratch, signal } = run;
  const { maxPages, maxPdfBytes } = PLANS[ctx.workspace.plan];
  const foreign = await scratch.keep(upTo(pieces, maxPdfBytes, field));
  let title: string | null = null;
  const write = async function* () {
    const imported = yield* importPdf(foreign, { maxPages, meter: ctx.meter });
    ({ title } = imported);
  };
  try {
    const source = await scratch.keep(upTo(write(), maxPdfBytes, field));
    return { source: await markForeign(run, source), title };
  } catch (error) {
    if (signal.aborted) throw new PrintCancelled('the client hung up');
    if (error instanceof DeadlineExceeded) throw new PrintTimeout('the PDF was not read in time');
    throw toForeignPdfError(error, field);
  }
}

/** A file of a test key has its mark, also one that it did not print: merging would be free without. */
const markForeign = (run: Run, source: ByteSource): Promise<ByteSource> | ByteSource =>
  run.key.environment === 'test'
    ? finishPdf(source, { ...NOTHING, mark: TEST_MARK, meter: run.ctx.meter })
    : source;

async function* upTo(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  field: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw invalidRequest([`${field}: is larger than ${maxBytes} bytes`]);
    yield piece;
  }
}
