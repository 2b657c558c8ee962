import { PrintFailed, RendererUnavailable } from '@platen/print-engine';
import { InvalidComposition, TemplateError } from '../../compose/errors.ts';
import { toRenderFailure } from '../outcome.ts';
import type { PrintedPdf, Thumbnail } from '../renderer.ts';
import { PDF_BYTES, type Preface, preface, PREFACE_BYTES, refusal, SMALL_PDF_BYTES } from './protocol.ts';

export interface ContainerPdf extends PrintedPdf {
  readonly composed: Preface['composed'];
}

/**
 * Of a large answer, reads only the preface. The rest of the stream is the PDF, which is not kept in memory.
 * @throws {RenderFailure | TemplateError | InvalidComposition} the container refused
 */
export async function readPdf(response: Response): Promise<ContainerPdf> {
  if (!response.ok) throw await readRefusal(response);
  const prefaceBytes = Number(response.headers.get(PREFACE_BYTES));
  const sizeBytes = Number(response.headers.get(PDF_BYTES));
  if (sizeBytes <= SMALL_PDF_BYTES) {
    return readSmall(await readWhole(response), prefaceBytes, sizeBytes);
  }
  if (response.body === null) throw new PrintFailed('the container answered without a body');
  const reader = response.body.getReader({ mode: 'byob' });
  const text = await readExactly(reader, prefaceBytes);
  reader.releaseLock();
  const { report, composed } = readPreface(text);
  return { body: response.body, sizeBytes, report, composed };
}

const readPreface = (text: string): Preface => preface.parse(JSON.parse(text));

function readSmall(bytes: Uint8Array, prefaceBytes: number, sizeBytes: number): ContainerPdf {
  const pdfEnd = prefaceBytes + sizeBytes;
  if (bytes.byteLength < pdfEnd) throw incomplete();
  const text = new TextDecoder().decode(bytes.subarray(0, prefaceBytes));
  const { report, composed, thumbnail } = readPreface(text);
  if (bytes.byteLength !== pdfEnd + (thumbnail?.sizeBytes ?? 0)) throw incomplete();
  const body = bytes.subarray(prefaceBytes, pdfEnd);
  const drawn = thumbnail && toThumbnail(thumbnail, bytes.subarray(pdfEnd));
  return { body, sizeBytes, report, composed, ...(drawn && { thumbnail: drawn }) };
}

const toThumbnail = ({ width, height }: NonNullable<Preface['thumbnail']>, png: Uint8Array): Thumbnail => ({
  png,
  width,
  height,
});

const incomplete = () => new PrintFailed('the answer of the container is incomplete');

async function readWhole(response: Response): Promise<Uint8Array> {
  const buffer = await response.arrayBuffer().catch((cause: unknown) => {
    throw new PrintFailed('the connection closed during the answer of the container', { cause });
  });
  return new Uint8Array(buffer);
}

/** Reads no further, so that the rest of the stream is the PDF. */
async function readExactly(reader: ReadableStreamBYOBReader, byteLength: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let missing = byteLength; missing > 0;) {
    const { value, done } = await reader.read(new Uint8Array(missing));
    if (done) throw new RendererUnavailable('the answer of the container is incomplete');
    text += decoder.decode(value, { stream: true });
    missing -= value.byteLength;
  }
  return text + decoder.decode();
}

export async function readRefusal(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const parsed = refusal.safeParse(parseJson(text));
  if (!parsed.success) return new RendererUnavailable(`the container answered ${response.status}`);
  const refused = parsed.data;
  switch (refused.kind) {
    case 'invalid':
      return new InvalidComposition(refused.details);
    case 'template':
      return new TemplateError(refused.document, refused.message, { details: refused.details });
    default:
      return toRenderFailure(refused);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
