import { InvalidComposition, TemplateError } from '../../compose/errors.ts';
import {
  PdfTooLarge,
  type PrintedPdf,
  PrintFailed,
  PrintTimeout,
  RendererUnavailable,
  UnprintableJob,
} from '../renderer.ts';
import { PDF_BYTES, preface, PREFACE_BYTES, refusal } from './protocol.ts';

/** A PDF as the container sends it. */
export interface ContainerPdf extends PrintedPdf {
  /** Where the container composed it too. */
  readonly filename: string | null;
}

/**
 * Reads a PDF's preface and leaves the PDF itself in the stream.
 *
 * @throws {RenderFailure | TemplateError | InvalidComposition} what the container refuses with
 */
export async function readPdf(response: Response): Promise<ContainerPdf> {
  if (!response.ok) throw await refusalOf(response);
  const { body, headers } = response;
  if (body === null) throw new RendererUnavailable('the container answered without a body');
  const text = await readExactly(body, Number(headers.get(PREFACE_BYTES)));
  const { report, filename } = preface.parse(JSON.parse(text));
  return { body, sizeBytes: Number(headers.get(PDF_BYTES)), report, filename: filename ?? null };
}

/** Into a buffer of its own, so that nothing of the PDF is taken from the stream. */
async function readExactly(body: ReadableStream<Uint8Array>, byteLength: number): Promise<string> {
  const reader = body.getReader({ mode: 'byob' });
  const pieces: Uint8Array[] = [];
  let missing = byteLength;
  try {
    while (missing > 0) {
      const { value, done } = await reader.read(new Uint8Array(missing));
      if (done) throw new RendererUnavailable('the answer of the container ends early');
      pieces.push(value.slice());
      missing -= value.byteLength;
    }
  } finally {
    reader.releaseLock();
  }
  return new Blob(pieces).text();
}

/** The error that the container would have thrown, had it been here. */
export async function refusalOf(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const parsed = refusal.safeParse(parseJson(text));
  if (!parsed.success) return new RendererUnavailable(`the container answered ${response.status}`);
  const refused = parsed.data;
  switch (refused.kind) {
    case 'invalid':
      return new InvalidComposition(refused.details);
    case 'template':
      return new TemplateError(refused.document, refused.message, { details: refused.details });
    case 'timeout':
      return new PrintTimeout(refused.message);
    case 'too-large':
      return new PdfTooLarge(refused.message);
    case 'unprintable':
      return new UnprintableJob(refused.message);
    case 'busy':
    case 'unavailable':
      return new RendererUnavailable(refused.message);
    case 'failed':
      return new PrintFailed(refused.message);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
