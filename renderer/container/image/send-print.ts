import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type ByteSource, type PrintJob, readWhole, streamed } from '@platen/pdf';
import type { PagePrint, PrintLimits } from '@platen/print-engine';
import { toFailedOutcome } from '../../outcome.ts';
import {
  type Drawing,
  PDF_BYTES,
  type Preface,
  PREFACE_BYTES,
  SMALL_PDF_BYTES,
  THUMBNAIL_FOLLOWS,
} from '../protocol.ts';
import type { BodyBudget } from './body-budget.ts';
import type { DrawRequest } from './thumbnail/protocol.ts';
import type { Thumbnails } from './thumbnail/thumbnails.ts';

interface DrawingServices {
  readonly thumbnails: Thumbnails;
  readonly bodies: BodyBudget;
}

interface SentTerms {
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  readonly signal: AbortSignal;
  readonly composed?: Preface['composed'];
}

/** Returns the size of the PDF. */
export async function sendPrint(
  services: DrawingServices,
  response: ServerResponse,
  { pdf, report }: PagePrint,
  terms: SentTerms,
): Promise<number> {
  const answer = { preface: { report, composed: terms.composed }, pdfBytes: pdf.sizeBytes };
  if (pdf.sizeBytes > SMALL_PDF_BYTES) {
    await pipeline(chunksOf(writeHead(response, answer), pdf), response);
    return pdf.sizeBytes;
  }
  const bytes = await readWhole(pdf);
  const allowance = services.bodies.open();
  try {
    const width = wantedWidth(terms.job);
    if (width !== null && allowance.grow(bytes.byteLength)) {
      const drawn = drawThumbnail(services, { pdf: bytes, width }, terms);
      const head = writeHead(response, answer, { thumbnailFollows: true });
      await pipeline(withDrawing(Buffer.concat([head, bytes]), drawn), response);
    } else {
      // Nothing else needs to wait until it is sent.
      response.end(Buffer.concat([writeHead(response, answer), bytes]));
    }
  } finally {
    allowance.release();
  }
  return bytes.byteLength;
}

/** Returns null if the job wants no thumbnail. A picture has none. */
const wantedWidth = ({ thumbnailWidth = null, picture }: PrintJob): number | null =>
  picture ? null : thumbnailWidth;

/** A line of JSON, and the PNG if there is one. Never rejects. */
async function drawThumbnail(
  { thumbnails }: DrawingServices,
  request: DrawRequest,
  { limits, signal }: SentTerms,
): Promise<Buffer> {
  try {
    const { png, width, height } = await thumbnails.draw(request, limits, signal);
    return Buffer.concat([toLine({ sizeBytes: png.byteLength, width, height }), png]);
  } catch (error) {
    return toLine(toFailedOutcome(error));
  }
}

const toLine = (drawing: Drawing): Buffer => Buffer.from(`${JSON.stringify(drawing)}\n`);

async function* withDrawing(printed: Uint8Array, drawn: Promise<Buffer>): AsyncGenerator<Uint8Array> {
  yield printed;
  yield await drawn;
}

interface Answer {
  readonly preface: Preface;
  readonly pdfBytes: number;
}

/** Returns the preface. */
function writeHead(
  response: ServerResponse,
  { preface, pdfBytes }: Answer,
  { thumbnailFollows = false } = {},
): Buffer {
  const head = Buffer.from(JSON.stringify(preface));
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    [PREFACE_BYTES]: head.byteLength,
    [PDF_BYTES]: pdfBytes,
    ...(thumbnailFollows
      ? { [THUMBNAIL_FOLLOWS]: 'true' }
      : { 'Content-Length': head.byteLength + pdfBytes }),
  });
  return head;
}

async function* chunksOf(head: Uint8Array, pdf: ByteSource): AsyncGenerator<Uint8Array> {
  yield head;
  yield* streamed(pdf);
}
