import { Hono } from 'hono';
import { openOutput } from '../../batches/output/open-output.ts';
import { openBySignature, openByToken } from '../../files/open-file.ts';
import type { AppEnv } from '../../http/context.ts';
import { notCounted } from '../../http/not-counted.ts';
import { serveFile } from '../serve-file.ts';

/** No key needed: anyone who has an address may read the file (contract 7.2). */
export const downloadRoutes = new Hono<AppEnv>()
  .get('/:fileId/:token{.+\\.pdf}', notCounted, async (c) => {
    const { fileId, token } = c.req.param();
    const file = await openByToken(c.var, { fileId, token: token.slice(0, -'.pdf'.length) });
    return serveFile(c, file);
  })
  .get('/:output{batch_\\w+\\.(?:zip|pdf)}', notCounted, async (c) => {
    const [batchId = ''] = c.req.param('output').split('.');
    const { output: outputId, expires, signature } = c.req.query();
    return serveFile(c, await openOutput(c.var, { batchId, outputId, expires, signature }));
  })
  .get('/:file{.+\\.pdf}', notCounted, async (c) => {
    const fileId = c.req.param('file').slice(0, -'.pdf'.length);
    const { expires, signature } = c.req.query();
    return serveFile(c, await openBySignature(c.var, { fileId, expires, signature }));
  });
