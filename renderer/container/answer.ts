import { InvalidComposition, TemplateError } from '../../compose/errors.ts';
import {
  PdfTooLarge,
  type PrintedPdf,
  PrintFailed,
  PrintTimeout,
  RendererUnavailable,
  UnprintableJob,
} from '../renderer.ts';
import { PDF_BYTES, type Preface, preface, PREFACE_BYTES, refusal } from './protocol.ts';

const PIECE_BYTES = 1 << 16;

/** A PDF as the container sends it. */
export interface ContainerPdf extends PrintedPdf {
  /** Where the container composed it too: the name that composing chose, and how long it took. */
  readonly composed: Preface['composed'];
}

/**
 * Reads a PDF's preface; the PDF itself is read as fast as it is taken.
 *
 * @throws {RenderFailure | TemplateError | InvalidComposition} what the container refuses with
 */
export async function readPdf(response: Response): Promise<ContainerPdf> {
  if (!response.ok) throw await refusalOf(response);
  const { body, headers } = response;
  if (body === null) throw new RendererUnavailable('the container answered without a body');
  const reader = body.getReader({ mode: 'byob' });
  const text = await readExactly(reader, Number(headers.get(PREFACE_BYTES)));
  const { report, composed } = preface.parse(JSON.parse(text));
  const sizeBytes = Number(headers.get(PDF_BYTES));
  return { body: restOf(reader, sizeBytes), sizeBytes, report, composed };
}

/** Into a buffer of its own, so that nothing of the PDF is taken from the stream. */
async function readExactly(reader: ReadableStreamBYOBReader, byteLength: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let missing = byteLength; missing > 0; ) {
    const { value, done } = await reader.read(new Uint8Array(missing));
    if (done) throw new RendererUnavailable('the answer of the container ends early');
    text += decoder.decode(value, { stream: true });
    missing -= value.byteLength;
  }
  return text + decoder.decode();
}

/** A stream that fails as a print does where the connection breaks: nobody takes half a PDF for a whole one. */
function restOf(reader: ReadableStreamBYOBReader, byteLength: number): ReadableStream<Uint8Array> {
  let missing = byteLength;
  return new ReadableStream({
    type: 'bytes',
    async pull(controller: ReadableByteStreamController) {
      const { value, done } = await reader.read(new Uint8Array(PIECE_BYTES)).catch((cause: unknown) => {
        throw new PrintFailed('the answer of the container broke off', { cause });
      });
      // What a stream is given is empty afterwards, so it is counted first.
      missing -= value?.byteLength ?? 0;
      if (value !== undefined && value.byteLength > 0) controller.enqueue(value);
      if (!done) return;
      if (missing !== 0) throw new PrintFailed('the PDF of the container is not whole');
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
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
    case 'failed':
      return new PrintFailed(refused.message);
    case 'busy':
    case 'unavailable':
    default:
      return new RendererUnavailable(refused.message);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
