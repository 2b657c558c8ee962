import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { AppContext } from './context.ts';

/** Answers with a PDF that is kept nowhere. */
export function servePdf(c: AppContext, pdf: PrintedPdf): Response {
  c.set('pdfBytes', pdf.sizeBytes);
  const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.sizeBytes) };
  return c.newResponse(bodyOf(pdf), 200, headers);
}

/** A stream that somebody has read from cannot be an answer as it is. */
const bodyOf = ({ body, sizeBytes }: PrintedPdf): ReadableStream | null =>
  body instanceof Uint8Array ? new Response(body).body : body.pipeThrough(new FixedLengthStream(sizeBytes));
