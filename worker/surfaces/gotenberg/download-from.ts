import { isJsonObject } from '../../../schema/json-object.ts';
import { StoreError } from '../../adapters/stores/store-error.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { traceOf } from './enter.ts';
import { baseName, type Form, type FormFile } from './form.ts';
import { BadValue } from './go-values.ts';
import { toTextRecord } from './page-fields.ts';
import { refused } from './refusals.ts';

interface Download {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly field: string;
}

const MAX_DOWNLOADS = 20;
const MAX_HEADERS = 50;

/** Adds the files that a form names by address. Redirects are not followed, and no private address is reached. */
export async function withDownloads(
  c: AppContext,
  form: Form,
  { maxBytes, memory }: { readonly maxBytes: number; readonly memory: RequestMemory },
): Promise<Form> {
  const [text] = form.values.get('downloadFrom') ?? [];
  if (text === undefined || text === '') return form;
  const downloads = readDownloads(text);
  const files: FormFile[] = [];
  let left = maxBytes - form.files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  for (const download of downloads) {
    const file = await fetchFile(c, download, left);
    left -= file.bytes.byteLength;
    await memory.expand(file.bytes.byteLength);
    files.push(file);
  }
  return { values: form.values, files: [...files, ...form.files] };
}

function readDownloads(text: string): Download[] {
  const given = parse(text);
  if (given.length > MAX_DOWNLOADS)
    throw refused(
      `Invalid 'downloadFrom' form field value: ${given.length} entries; ${MAX_DOWNLOADS} are allowed`,
    );
  return given.map((entry, index) => {
    const { url, extraHttpHeaders = {}, embedded, field } = isJsonObject(entry) ? entry : {};
    if (typeof url !== 'string' || url.trim() === '')
      throw refused(`Invalid 'downloadFrom' form field entry ${index}: URL must be set`);
    return { url, headers: readHeaders(extraHttpHeaders), field: toField(field, embedded) };
  });
}

function parse(text: string): readonly unknown[] {
  try {
    const given: unknown = JSON.parse(text);
    if (Array.isArray(given)) return given;
  } catch {
    // Answered below.
  }
  throw refused("Invalid 'downloadFrom' form field value: a list in JSON is expected");
}

function readHeaders(given: unknown): Record<string, string> {
  try {
    const headers = toTextRecord(given);
    // It throws for a name or a value that is none.
    return Object.fromEntries([...new Headers(headers)].slice(0, MAX_HEADERS));
  } catch (error) {
    if (!(error instanceof BadValue || error instanceof TypeError)) throw error;
    throw refused("Invalid 'downloadFrom' form field value: extraHttpHeaders are no headers");
  }
}

function toField(field: unknown, embedded: unknown): string {
  if (field === 'embedded' || embedded === true) return 'embeds';
  return field === 'watermark' || field === 'stamp' ? field : 'files';
}

async function fetchFile(
  c: AppContext,
  { url, headers, field }: Download,
  maxBytes: number,
): Promise<FormFile> {
  const { services, meter } = requireCtx(c);
  const shown = url.slice(0, 200);
  const response = await services
    .outbound(url, {
      headers: { 'User-Agent': 'Gotenberg', ...headers, 'Gotenberg-Trace': traceOf(c) },
      signal: c.req.raw.signal,
    })
    .catch((error: unknown) => {
      if (!(error instanceof StoreError || error instanceof TypeError)) throw error;
      throw refused(
        `Unable to download file from '${shown}': ${error instanceof StoreError ? error.message : 'it does not answer'}`,
      );
    });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw refused(`Unable to download file from '${shown}': got status: '${response.status}'`);
  }
  const name = readFilename(response.headers.get('Content-Disposition') ?? '');
  if (name === null) {
    await response.body?.cancel();
    throw refused(`No 'Content-Disposition' header with a filename from '${shown}'`);
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    meter.charge(piece.byteLength);
    if (bytes > maxBytes) throw refused(`Unable to download file from '${shown}': it is too large`);
    pieces.push(piece);
  }
  return { field, name, bytes: new Uint8Array(await new Blob(pieces).arrayBuffer()) };
}

function readFilename(disposition: string): string | null {
  const text = disposition.slice(0, 2_000);
  const [, extended] = /;\s*filename\*=UTF-8''([^;\s]{1,1000})/i.exec(text) ?? [];
  const [, quoted, plain] = /;\s*filename=(?:"([^"]{1,500})"|([^;\s"]{1,500}))/i.exec(text) ?? [];
  try {
    const name = baseName(extended === undefined ? (quoted ?? plain ?? '') : decodeURIComponent(extended));
    return name === '' ? null : name;
  } catch {
    return null;
  }
}
