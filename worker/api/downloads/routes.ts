import { Hono } from 'hono';
import { openBySignature, openByToken } from '../../files/open-file.ts';
import type { AppEnv } from '../../http/context.ts';
import { notCounted } from '../count-request.ts';
import { serveFile } from '../serve-file.ts';

/** The addresses that `url` and `signedUrl` point at. Whoever has one may read the file (decision 26). */
export const downloadRoutes = new Hono<AppEnv>()
  .get('/:fileId/:token{.+\\.pdf}', notCounted, async (c) => {
    const { fileId, token } = c.req.param();
    return serveFile(c, await openByToken(c.var.services, fileId, token.slice(0, -'.pdf'.length)));
  })
  .get('/:file{.+\\.pdf}', notCounted, async (c) => {
    const fileId = c.req.param('file').slice(0, -'.pdf'.length);
    const { expires, signature } = c.req.query();
    return serveFile(c, await openBySignature(c.var.services, fileId, expires, signature));
  });
