import { createMiddleware } from 'hono/factory';
import { NOT_GZIP } from '../../../schema/api/body-problems.ts';
import { PLANS } from '../../../schema/plans.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

const GZIP = /^(?:x-)?gzip$/i;

/** Of a header that a stranger can make long. */
const MAX_NAME_CHARS = 60;

/** Puts the text of a gzip body in its place, so every route reads it as any other (contract 1.2). */
export const decodeBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  if (raw.body !== null && GZIP.test(readEncoding(c) ?? '')) {
    const headers = new Headers(raw.headers);
    c.set('encodedBytes', Number(headers.get('Content-Length') ?? Infinity));
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    const decoded = { headers, body: inflate(raw.body, () => mostBytes(c)) };
    c.req.raw = new Request(raw, decoded);
  }
  await next();
});

/** Call it before a body is read: earlier problems, such as a missing key, come first. @throws {ApiError} */
export function requireKnownEncoding(c: AppContext): void {
  const encoding = readEncoding(c);
  if (encoding === null) return;
  throw new ApiError('UNSUPPORTED_ENCODING', { values: { encoding: encoding.slice(0, MAX_NAME_CHARS) } });
}

/** Null for a body that is not encoded. */
function readEncoding(c: AppContext): string | null {
  const encoding = (c.req.header('Content-Encoding') ?? '').trim();
  return encoding === '' || encoding.toLowerCase() === 'identity' ? null : encoding;
}

/** The largest body of the plan. Nobody has a plan before the key is checked, and no body is read before that. */
function mostBytes(c: AppContext): number {
  const { maxHtmlBytes, maxBatchBytes, maxPdfBytes } = PLANS[c.get('ctx')?.workspace.plan ?? 'free'];
  return Math.max(2 * maxHtmlBytes, maxBatchBytes, maxPdfBytes);
}

/**
 * Ends after more bytes than any body may have. The reader has refused the body by then, and the rest, which can be a
 * thousand times as long as what was sent, is never expanded.
 */
function inflate(body: ReadableStream<Uint8Array>, findLimit: () => number): ReadableStream<Uint8Array> {
  const pieces = body.pipeThrough(new DecompressionStream('gzip')).getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (bytes > findLimit()) {
        controller.close();
        return pieces.cancel();
      }
      const piece = await pieces.read().catch(() => null);
      if (piece === null) return controller.error(invalidRequest([NOT_GZIP]));
      if (piece.done) return controller.close();
      bytes += piece.value.byteLength;
      controller.enqueue(piece.value);
    },
    cancel: (reason) => pieces.cancel(reason),
  });
}
