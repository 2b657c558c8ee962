import { ApiError } from '../../lib/api-error.ts';
import { byteRange } from './byte-range.ts';
import type { OpenedFile } from '../../verbs/files/open-file.ts';
import type { AppContext } from '../http/context.ts';
import { namesTag } from '../../lib/etag.ts';

/** @throws {ApiError} `RANGE_NOT_SATISFIABLE` */
export async function serveFile(c: AppContext, file: OpenedFile): Promise<Response> {
  const headers = {
    'Content-Type': file.contentType,
    'Content-Disposition': file.contentDisposition ?? 'inline',
    'Accept-Ranges': 'bytes',
    // A deleted file must not be served, so a cache checks its copy before each use.
    'Cache-Control': 'private, no-cache',
    ETag: file.etag,
  };
  const known = c.req.header('If-None-Match');
  if (known !== undefined && namesTag(known, file.etag)) return c.body(null, 304, headers);
  const range = requestedRange(c, file);
  if (range === null) {
    c.header('Content-Range', `bytes */${file.sizeBytes}`);
    throw new ApiError('RANGE_NOT_SATISFIABLE', { values: { bytes: String(file.sizeBytes) } });
  }
  const length = String(range?.length ?? file.sizeBytes);
  const partial = range && {
    'Content-Range': `bytes ${range.offset}-${range.offset + range.length - 1}/${file.sizeBytes}`,
  };
  const all = { ...headers, 'Content-Length': length, ...partial };
  const status = range === undefined ? 200 : 206;
  if (c.req.method === 'HEAD') return c.body(null, status, all);
  const object = await c.get('services').fileStore.get(file.key, range);
  if (object === null) throw new ApiError('FILE_NOT_FOUND');
  return c.body(object.body, status, all);
}

/** Per RFC 9110 (13.1.5), `Range` counts only if `If-Range`, when sent, names this version. */
function requestedRange(c: AppContext, file: OpenedFile): ReturnType<typeof byteRange> {
  const condition = c.req.header('If-Range');
  if (condition !== undefined && condition !== file.etag) return undefined;
  return byteRange(c.req.header('Range'), file.sizeBytes);
}
