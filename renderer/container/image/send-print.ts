import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  type ByteSource,
  type PagePrint,
  type PrintJob,
  type PrintLimits,
  readWhole,
  streamed,
} from '@platen/print-engine';
import { PDF_BYTES, type Preface, PREFACE_BYTES, SMALL_PDF_BYTES } from '../protocol.ts';
import type { BodyBudget } from './body-budget.ts';
import type { DrawnPage } from './thumbnail/page-drawer.ts';
import type { Thumbnails } from './thumbnail/thumbnails.ts';

interface DrawingParts {
  readonly thumbnails: Thumbnails;
  readonly bodies: BodyBudget;
}

interface SentTerms {
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  readonly signal: AbortSignal;
  readonly composed?: Preface['composed'];
}

/** Returns the size of the PDF. @throws {RenderFailure} the thumbnail cannot be drawn; nothing is sent then */
export async function sendPrint(
  parts: DrawingParts,
  response: ServerResponse,
  { pdf, report }: PagePrint,
  terms: SentTerms,
): Promise<number> {
  const { composed } = terms;
  if (pdf.sizeBytes > SMALL_PDF_BYTES) {
    const head = writeHead(response, { report, composed }, pdf.sizeBytes);
    await pipeline(chunksOf(head, pdf), response);
    return pdf.sizeBytes;
  }
  const bytes = await readWhole(pdf);
  const drawn = await drawThumbnail(parts, bytes, terms);
  const preface = drawn === null ? { report, composed } : { report, composed, thumbnail: describe(drawn) };
  const head = writeHead(response, preface, bytes.byteLength);
  await pipeline([Buffer.concat([head, bytes, ...(drawn === null ? [] : [drawn.png])])], response);
  return bytes.byteLength;
}

/** Null if none is wanted, if the PDF is not final, or if there is no memory for it: then the Worker may ask for it later. */
async function drawThumbnail(
  { thumbnails, bodies }: DrawingParts,
  pdf: Uint8Array,
  { job, limits, signal }: SentTerms,
): Promise<DrawnPage | null> {
  const { thumbnailWidth: width = null } = job;
  if (width === null || job.linearize === true || job.picture) return null;
  const allowance = bodies.open();
  try {
    if (!allowance.grow(pdf.byteLength)) return null;
    return await thumbnails.draw({ pdf, width }, limits, signal);
  } finally {
    allowance.release();
  }
}

const describe = ({ png, width, height }: DrawnPage): Preface['thumbnail'] => ({
  sizeBytes: png.byteLength,
  width,
  height,
});

/** Returns the preface. */
function writeHead(response: ServerResponse, preface: Preface, pdfBytes: number): Buffer {
  const head = Buffer.from(JSON.stringify(preface));
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': head.byteLength + pdfBytes + (preface.thumbnail?.sizeBytes ?? 0),
    [PREFACE_BYTES]: head.byteLength,
    [PDF_BYTES]: pdfBytes,
  });
  return head;
}

async function* chunksOf(head: Uint8Array, pdf: ByteSource): AsyncGenerator<Uint8Array> {
  yield head;
  yield* streamed(pdf);
}
