import type { ComponentVersion } from '../../adapters/d1/components.ts';
import { namesTag } from '../../lib/etag.ts';
import type { AppContext } from './context.ts';
import { COMPONENT_POLICY } from './response-headers.ts';

/** Serves the bytes of an asset or a partial. @param open reads them, if the client does not have them */
export async function serveComponent(
  c: AppContext,
  { component, version }: ComponentVersion,
  open: () => Promise<ReadableStream<Uint8Array>>,
): Promise<Response> {
  const etag = `"${version.digest}"`;
  const headers = {
    'Content-Type': version.mediaType,
    'Content-Disposition': `inline; filename="${component.name}"`,
    'Content-Security-Policy': COMPONENT_POLICY,
    'Cache-Control': 'private, no-cache',
    ETag: etag,
  };
  const known = c.req.header('If-None-Match');
  if (known !== undefined && namesTag(known, etag)) return c.body(null, 304, headers);
  const all = { ...headers, 'Content-Length': String(version.bytes) };
  if (c.req.method === 'HEAD') return c.body(null, 200, all);
  return c.body(await open(), 200, all);
}
