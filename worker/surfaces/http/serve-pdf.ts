import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { AppContext } from './context.ts';

export function servePdf(c: AppContext, pdf: PrintedPdf): Response {
  c.set('pdfBytes', pdf.sizeBytes);
  const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.sizeBytes) };
  return c.newResponse(toStream(pdf), 200, headers);
}

/** A stream that was read from cannot be a response body, so it is piped. */
const toStream = ({ body, sizeBytes }: PrintedPdf): ReadableStream | null =>
  body instanceof Uint8Array ? new Response(body).body : body.pipeThrough(new FixedLengthStream(sizeBytes));
