import { createMiddleware } from 'hono/factory';
import { GZIP_TOO_LONG, NOT_GZIP } from '../../../schema/api/body-problems.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import type { AppContext, AppEnv } from './context.ts';
import { gunzip } from './gunzip.ts';

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

/** Returns null for a body that is not encoded. */
function readEncoding(c: AppContext): string | null {
  const encoding = (c.req.header('Content-Encoding') ?? '').trim();
  return encoding === '' || encoding.toLowerCase() === 'identity' ? null : encoding;
}

/** @param maxBytes a gzip body ends after more than this, and its reader refuses it */
export function openBody(c: AppContext, maxBytes: number): ReadableStream<Uint8Array> {
  c.set('maxBodyBytes', maxBytes);
  return c.req.raw.body ?? new Blob([]).stream();
}

/**
 * The rest of a body that is too large can be a thousand times as long as what was sent. It is never expanded, and members that expand to
 * nothing end at the same length.
 */
function inflate(c: AppContext, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const maxBytes = () => c.get('maxBodyBytes') ?? 0;
  async function* sentPieces(): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    for await (const piece of body) {
      sentBytes += piece.byteLength;
      if (sentBytes > maxBytes()) throw invalidRequest([GZIP_TOO_LONG]);
      yield piece;
    }
  }
  const pieces = gunzip(sentPieces());
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes > maxBytes()) {
          controller.close();
          await pieces.return(undefined);
          return;
        }
        try {
          const { value } = await pieces.next();
          if (value === undefined) return controller.close();
          bytes += value.byteLength;
          controller.enqueue(value);
        } catch (error) {
          c.set('bodyError', error instanceof ApiError ? error : invalidRequest([NOT_GZIP]));
          controller.error(c.get('bodyError'));
        }
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    },
    // A request that is refused before its body is read expands nothing.
    { highWaterMark: 0 },
  );
}
