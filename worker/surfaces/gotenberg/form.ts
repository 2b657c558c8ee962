import type { Meter } from '@platen/meter';
import { ApiError } from '../../lib/api-error.ts';
import { JsonValueCounter } from '../../../compose/json-values.ts';
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

/** Of all parts together. The parser of the runtime takes 300 ms for a megabyte of them. */
export const FORM_MAX_HEADER_BYTES = 300_000;

/** In the JSON of all fields, as `JsonValueCounter` counts them. 5,000 bookmarks have 30,000. */
export const FORM_MAX_VALUES = 50_000;

const HEADERS_END = '\r\n\r\n';

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
  requireShortHeaders(new TextDecoder('latin1').decode(bytes).split(`--${boundary}`).slice(1));
  await meter.pause();
  const form = await sortParts(await parse(bytes, contentType));
  requireFewValues(form, meter);
  return form;
}

/** @throws {ApiError} */
function requireShortHeaders(pieces: readonly string[]): void {
  const parts = pieces.length - 1;
  if (parts > FORM_MAX_PARTS) throw badForm([`the form has ${parts} parts; ${FORM_MAX_PARTS} are allowed`]);
  const headerBytes = pieces.reduce((sum, piece) => {
    const end = piece.startsWith('--') ? 0 : piece.indexOf(HEADERS_END);
    return sum + (end === -1 ? piece.length : end);
  }, 0);
  if (headerBytes > FORM_MAX_HEADER_BYTES)
    throw badForm([
      `the parts of the form have headers of ${headerBytes} bytes; ${FORM_MAX_HEADER_BYTES} are allowed`,
    ]);
}

/** Before any field is parsed. @throws {ApiError} */
function requireFewValues({ values }: Form, meter: Meter): void {
  let count = 0;
  for (const text of [...values.values()].flat()) {
    if (!/^\s*[[{]/.test(text)) continue;
    meter.charge(text.length * WORK_PER_BYTE);
    count += new JsonValueCounter().add(new TextEncoder().encode(text));
  }
  if (count > FORM_MAX_VALUES)
    throw badForm([
      `the fields have more than ${FORM_MAX_VALUES} JSON values, where a new name counts as ten`,
    ]);
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
