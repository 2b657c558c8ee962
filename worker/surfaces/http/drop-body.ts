import { MAX_READ_BYTES } from '../../../compose/body-text.ts';
import { arriving } from './arriving.ts';

const MAX_MS = 30_000;

/**
 * Reads and drops the body of a refused request that nobody has read. An early answer would end the connection while the client still
 * sends, and many clients would report that instead of the answer (RFC 9112, 9.6). A body that is long or late is not read.
 */
export async function dropBody({ body, bodyUsed, headers }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  if (Number(headers.get('Content-Length') ?? 0) > MAX_READ_BYTES) return;
  try {
    let bytes = 0;
    for await (const piece of arriving(body, Date.now() + MAX_MS)) {
      bytes += piece.byteLength;
      if (bytes > MAX_READ_BYTES) return;
    }
  } catch {
    // It is late, or the client has gone.
  }
}
