import { createMiddleware } from 'hono/factory';
import { NOT_GZIP } from '../../../schema/api/body-problems.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

const GZIP = /^(?:x-)?gzip$/i;

/** A stranger can make the header long, and the message repeats it. */
const MAX_NAME_CHARS = 60;

/** Expands a gzip body, so every route reads it like any other (contract 1.2). */
export const decodeBody = createMiddleware<AppEnv>(async (c, next) => {
  const { raw } = c.req;
  // A HEAD request can arrive with a body. No route reads it.
  const hasBody = raw.body !== null && raw.method !== 'GET' && raw.method !== 'HEAD';
  if (hasBody && GZIP.test(readEncoding(c) ?? '')) {
    const headers = new Headers(raw.headers);
    c.set('encodedBytes', Number(headers.get('Content-Length') ?? Infinity));
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    const decoded = { headers, body: inflate(c, raw.body) };
    c.req.raw = new Request(raw, decoded);
  }
  await next();
});

/**
 * The type of the body, in lower case and without parameters. Call it before the body is read: earlier problems, such as a
 * missing key, come first.
 *
 * @throws {ApiError} `UNSUPPORTED_ENCODING`
 */
export function readMediaType(c: AppContext): string {
  const encoding = readEncoding(c);
  if (encoding !== null)
    throw new ApiError('UNSUPPORTED_ENCODING', { values: { encoding: encoding.slice(0, MAX_NAME_CHARS) } });
  const [mediaType = ''] = (c.req.header('Content-Type') ?? '').split(';');
  return mediaType.trim().toLowerCase();
}

/** Null for a body that is not encoded. */
function readEncoding(c: AppContext): string | null {
  const encoding = (c.req.header('Content-Encoding') ?? '').trim();
  return encoding === '' || encoding.toLowerCase() === 'identity' ? null : encoding;
}

/** @param maxBytes a gzip body ends after more than this, and its reader refuses it */
export function openBody(c: AppContext, maxBytes: number): ReadableStream<Uint8Array> {
  c.set('maxBodyBytes', maxBytes);
  return c.req.raw.body ?? new Blob([]).stream();
}

/** The rest of a body that is too large can be a thousand times as long as what was sent. It is never expanded. */
function inflate(c: AppContext, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = body.pipeThrough(new DecompressionStream('gzip')).getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes > (c.get('maxBodyBytes') ?? 0)) {
          controller.close();
          return pieces.cancel();
        }
        const piece = await pieces.read().catch(() => null);
        if (piece === null) {
          c.set('bodyError', invalidRequest([NOT_GZIP]));
          return controller.error(c.get('bodyError'));
        }
        if (piece.done) return controller.close();
        bytes += piece.value.byteLength;
        controller.enqueue(piece.value);
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    // A request that is refused before its body is read expands nothing.
    { highWaterMark: 0 },
  );
}
