import { downloadZip } from 'client-zip';
import { contentDisposition } from '../../adapters/r2/content-disposition.ts';
import { pdfKey } from '../../adapters/r2/keys.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import type { Produced } from '../../verbs/make/production.ts';
import type { AppContext } from '../http/context.ts';
import { noteSubject } from '../http/log-request.ts';
import { baseName } from './form.ts';

/** Files that were made, as an answer or a webhook sends them. */
export interface Made {
  readonly filename: string;
  readonly mediaType: string;
  readonly body: ReadableStream | Uint8Array<ArrayBuffer>;
  /** It is null for an archive. */
  readonly sizeBytes: number | null;
}

const MAX_NAME = 200;

/** The name without an extension, or null. A name that this service cannot use is no error in Gotenberg either. */
export function outputName(c: AppContext): string | null {
  const name = baseName(c.req.header('Gotenberg-Output-Filename') ?? '')
    .trim()
    .slice(0, MAX_NAME);
  return name === '' ? null : name;
}

/** Several files are an archive. Their names in it are their own. */
export async function toMade(c: AppContext, { file, bytes, excerpts }: Produced): Promise<Made> {
  noteSubject(c, { fileId: file.fileId });
  const files = excerpts.map((excerpt) => excerpt.file);
  c.set('pdfBytes', files.length === 0 ? file.sizeBytes : files.reduce((sum, one) => sum + one.sizeBytes, 0));
  const name = outputName(c);
  if (files.length > 1) {
    const body = downloadZip(archived(c, files)).body;
    if (body === null) throw new Error('An archive has no body');
    return { filename: `${name ?? file.fileId}.zip`, mediaType: 'application/zip', body, sizeBytes: null };
  }
  const { filename, mediaType, sizeBytes } = file;
  const extension = mediaType === 'image/jpeg' ? 'jpeg' : filename.slice(filename.lastIndexOf('.') + 1);
  return {
    filename: name === null ? filename : `${name}.${extension}`,
    mediaType,
    body: bytes?.slice() ?? (await openFile(c, file)),
    sizeBytes,
  };
}

async function* archived(c: AppContext, files: readonly FileRecord[]) {
  for (const file of files)
    yield { name: file.filename, input: await openFile(c, file), lastModified: new Date(file.createdAt) };
}

async function openFile(c: AppContext, { fileId }: FileRecord): Promise<ReadableStream> {
  const object = await c.get('services').fileStore.get(pdfKey(fileId));
  if (object === null) throw new ApiError('FILE_NOT_FOUND');
  return object.body;
}

export const toHeaders = ({ filename, mediaType, sizeBytes }: Made): Record<string, string> => ({
  'Content-Type': mediaType,
  'Content-Disposition': contentDisposition('attachment', filename),
  ...(sizeBytes !== null && { 'Content-Length': String(sizeBytes) }),
});

const MAX_IGNORED = 40;

/** Fields that had no effect. Strangers write their names, so only plain ones are repeated. */
export function ignoredHeader(ignored: ReadonlySet<string>): Record<string, string> {
  if (ignored.size === 0) return {};
  const names = [...ignored].map((name) => (/^[\w.:-]{1,80}$/.test(name) ? name : 'other'));
  const shown = [...new Set(names)].slice(0, MAX_IGNORED);
  return { 'Platen-Ignored-Fields': shown.join(', ') };
}
