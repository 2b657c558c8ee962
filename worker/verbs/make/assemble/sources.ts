import { type ByteSource, EncryptedPdf, UnreadablePdf } from '@platen/pdf';
import { PDF_TYPE } from '../../../../schema/media-types.ts';
import { ApiError, invalidRequest } from '../../../lib/api-error.ts';
import type { Ctx } from '../../../ctx.ts';
import { openKeptPdf, readKeptPdfs } from '../../files/kept-pdfs.ts';
import type { FileRecord } from '../../../objects/ledger/protocol.ts';

/** A file that the request names. */
export interface Source {
  readonly fileId: string;
  /** The field of the request that names it: `entries[3].fileId`. */
  readonly field: string;
}

export const FILE_ID = 'fileId';

/** In the order of the request. @throws {ApiError} `FILE_NOT_FOUND`, or `VALIDATION_ERROR` for a picture */
export async function findSources(
  { ledger }: Ctx,
  sources: readonly Source[],
): Promise<readonly (FileRecord & Source)[]> {
  if (sources.length === 0) return [];
  const found = await ledger.findFiles(sources.map(({ fileId }) => fileId));
  const files = sources.map((source, index) => ({ source, file: found[index] ?? null }));
  const missing = files.filter(({ file }) => file === null);
  if (missing.length > 0) throw fileNotFound(missing.map(({ source }) => source));
  const pictures = files.filter(({ file }) => file !== null && file.mediaType !== PDF_TYPE);
  if (pictures.length > 0)
    throw invalidRequest(pictures.map(({ source }) => `${source.field}: is not a PDF`));
  return files.flatMap(({ source, file }) => (file === null ? [] : [{ ...file, ...source }]));
}

const fileNotFound = (sources: readonly Source[]): ApiError =>
  new ApiError('FILE_NOT_FOUND', {
    details: sources.map(({ field }) => `${field}: does not exist, or its retention has ended`),
  });

/** A file that is deleted meanwhile is not found. */
export async function openSource(ctx: Ctx, source: Source): Promise<ByteSource> {
  for await (const { source: opened } of openSources(ctx, [source])) return opened;
  throw fileNotFound([source]);
}

/** Opens the files in their order, some of them ahead. A file that is deleted meanwhile is not found. */
export async function* openSources<File extends Source>(
  ctx: Ctx,
  files: readonly File[],
): AsyncGenerator<{ readonly file: File; readonly source: ByteSource }> {
  const pdfs = readKeptPdfs(ctx, files, (missing) => {
    throw fileNotFound([missing]);
  });
  for await (const pdf of pdfs) yield { file: pdf.name, source: openKeptPdf(ctx.services.fileStore, pdf) };
}

/** Names the field of a file that the engine cannot read. */
export function toReadableError(error: unknown, field: string): unknown {
  if (!(error instanceof UnreadablePdf)) return error;
  return invalidRequest([`${field}: ${describe(error)}`]);
}

function describe(error: UnreadablePdf): string {
  if (error instanceof EncryptedPdf) return 'is encrypted. Use the file that it was made from';
  return `cannot be read: ${error.message}`;
}
