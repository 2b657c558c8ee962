import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import type { AppContext } from './context.ts';

/** HTML and JSON shrink to about a tenth. */
const GZIP_FACTOR = 10;

/** Infinite if the client did not send the size, or if a gzip body may be too large for an isolate. */
export function bodyBytes(c: AppContext): number {
  if (c.req.raw.body === null) return 0;
  const encodedBytes = c.get('encodedBytes');
  if (encodedBytes === undefined) return Number(c.req.header('Content-Length') ?? Infinity);
  return encodedBytes * GZIP_FACTOR > EDGE_MAX_BYTES ? Infinity : encodedBytes;
}
