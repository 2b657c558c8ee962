import { PrintFailed, RendererUnavailable } from '@platen/print-engine';
import type { PrintedPdf, Thumbnail } from '../renderer.ts';
import {
  drawing,
  MAX_PNG_BYTES,
  PDF_BYTES,
  type Preface,
  preface,
  PREFACE_BYTES,
  refusal,
  SMALL_PDF_BYTES,
  THUMBNAIL_FOLLOWS,
} from './protocol.ts';
import { toError } from './refusals.ts';

const LINE_FEED = 0x0a;

/** A thumbnail is read in pieces of this size. */
const PIECE_BYTES = 65_536;

export interface ContainerPdf extends PrintedPdf {
  readonly composed: Preface['composed'];
}

/**
 * Reads only the preface of a large answer. The rest of the stream is the PDF, which is not kept in memory.
 * @param explain returns the error of a thumbnail, which may come after this call
 * @throws {RenderFailure | TemplateError | InvalidComposition} the container refused
 */
export async function readPdf(
  response: Response,
  explain: (error: unknown) => unknown = (error) => error,
): Promise<ContainerPdf> {
  if (!response.ok) throw await readRefusal(response);
  const { headers, body } = response;
  if (body === null) throw new PrintFailed('the container answered without a body');
  const prefaceBytes = Number(headers.get(PREFACE_BYTES));
  const sizeBytes = Number(headers.get(PDF_BYTES));
  if (sizeBytes > SMALL_PDF_BYTES) {
    const reader = body.getReader({ mode: 'byob' });
    const head = await readExactly(reader, prefaceBytes);
    reader.releaseLock();
    return { body, sizeBytes, ...readPreface(head) };
  }
  if (!headers.has(THUMBNAIL_FOLLOWS)) {
    return split(await readWhole(response), prefaceBytes, sizeBytes);
  }
  const reader = body.getReader({ mode: 'byob' });
  const printed = await readExactly(reader, prefaceBytes + sizeBytes);
  const thumbnail = readThumbnail(reader).catch((error: unknown) => {
    throw explain(error);
  });
  // Nobody reads it if the PDF cannot be stored.
  thumbnail.catch(() => {});
  return { ...split(printed, prefaceBytes, sizeBytes), thumbnail };
}

function split(bytes: Uint8Array, prefaceBytes: number, sizeBytes: number): ContainerPdf {
  if (bytes.byteLength !== prefaceBytes + sizeBytes) throw incomplete();
  const head = bytes.subarray(0, prefaceBytes);
  return { body: bytes.subarray(prefaceBytes), sizeBytes, ...readPreface(head) };
}

function readPreface(head: Uint8Array): Pick<ContainerPdf, 'report' | 'composed'> {
  const { report, composed } = preface.parse(parseJson(decode(head)));
  return { report, composed };
}

async function readWhole(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer().catch(lostConnection));
}

/** Reads no further, so that the rest of the stream is what follows. */
async function readExactly(reader: ReadableStreamBYOBReader, byteLength: number): Promise<Uint8Array> {
  let bytes = new Uint8Array(byteLength);
  for (let filled = 0; filled < byteLength;) {
    const { value, done } = await reader.read(bytes.subarray(filled)).catch(lostConnection);
    if (done) throw new RendererUnavailable('the answer of the container is incomplete');
    filled += value.byteLength;
    bytes = new Uint8Array(value.buffer);
  }
  return bytes;
}

/** @throws {RenderFailure} page one was not drawn */
async function readThumbnail(reader: ReadableStreamBYOBReader): Promise<Thumbnail> {
  const bytes = await readRest(reader, MAX_PNG_BYTES);
  const lineEnd = bytes.indexOf(LINE_FEED);
  const { data: drawn } = drawing.safeParse(parseJson(decode(bytes.subarray(0, lineEnd))));
  if (drawn === undefined) throw incomplete();
  if ('kind' in drawn) throw toError(drawn);
  const png = bytes.subarray(lineEnd + 1);
  if (png.byteLength !== drawn.sizeBytes) throw incomplete();
  return { png, width: drawn.width, height: drawn.height };
}

async function readRest(reader: ReadableStreamBYOBReader, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let byteLength = 0;
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(PIECE_BYTES)).catch(lostConnection);
    if (done) break;
    pieces.push(value);
    byteLength += value.byteLength;
    if (byteLength > maxBytes) throw new PrintFailed('the answer of the container is too large');
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const incomplete = () => new PrintFailed('the answer of the container is incomplete');

function lostConnection(cause: unknown): never {
  throw new PrintFailed('the connection closed during the answer of the container', { cause });
}

export async function readRefusal(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const parsed = refusal.safeParse(parseJson(text));
  if (!parsed.success) return new RendererUnavailable(`the container answered ${response.status}`);
  return toError(parsed.data);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
