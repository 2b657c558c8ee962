import type { Meter } from '@platen/meter';
import { ApiError } from '../../lib/api-error.ts';
import { badForm } from './refusals.ts';

/** A file of a form. */
export interface FormFile {
  readonly field: string;
  /** Without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Form {
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** In the order of the form. */
  readonly files: readonly FormFile[];
}

export const FORM_MAX_PARTS = 1_000;

/** The parser of the runtime makes an object of each part, so parts are counted before. */
const WORK_PER_BYTE = 2;

/** @throws {ApiError} as Gotenberg words it */
export async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  meter: Meter,
): Promise<Form> {
  const boundary = readBoundary(contentType);
  meter.charge(bytes.byteLength * WORK_PER_BYTE);
  const parts = new TextDecoder('latin1').decode(bytes).split(`--${boundary}`).length - 2;
  await meter.pause();
  if (parts > FORM_MAX_PARTS) throw badForm([`the form has ${parts} parts; ${FORM_MAX_PARTS} are allowed`]);
  return sortParts(await parse(bytes, contentType));
}

/** @throws {ApiError} */
function readBoundary(contentType: string): string {
  if (!/^multipart\/form-data(?:;|$)/i.test(contentType.trim())) throw notAForm("want 'multipart/form-data'");
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw notAForm('no boundary');
  return boundary;
}

const notAForm = (why: string): ApiError =>
  new ApiError('UNSUPPORTED_ENCODING', { message: `Invalid 'Content-Type' header value: ${why}` });

async function parse(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new ApiError('VALIDATION_ERROR', {
      message: "Malformed body: it does not match the 'Content-Type' header boundaries",
    });
  }
}

async function sortParts(parsed: FormData): Promise<Form> {
  const values = new Map<string, string[]>();
  const files: FormFile[] = [];
  for (const [field, value] of parsed) {
    if (typeof value === 'string') {
      const known = values.get(field);
      if (known) known.push(value);
      else values.set(field, [value]);
      continue;
    }
    files.push({ field, name: baseName(value.name), bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { values, files };
}

/** Clients may send a path. A name goes into archives and headers. The reader of the form has charged its characters. */
export const baseName = (path: string): string =>
  path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replaceAll(/\p{Cc}+/gu, '')
    .normalize('NFC');
