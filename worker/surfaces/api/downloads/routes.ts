import { Hono } from 'hono';
import { FILE_TYPES } from '../../../../schema/media-types.ts';
import { openOutput } from '../../../verbs/batches/output/open-output.ts';
import { openBySignature, openByToken } from '../../../verbs/files/open-file.ts';
import type { AppEnv } from '../../http/context.ts';
import { notCounted } from '../../http/not-counted.ts';
import { invoiceKey, thumbnailKey } from '../../../adapters/r2/keys.ts';
import { serveFile } from '../serve-file.ts';

/** The type of the file decides, not the extension of the address. */
const EXTENSIONS = `(?:${Object.values(FILE_TYPES)
  .map(({ extension }) => extension)
  .join('|')})`;

const withoutExtension = (name: string): string => name.slice(0, name.lastIndexOf('.'));

/** No key needed: anyone who has an address may read the file (contract 7.2). */
export const downloadRoutes = new Hono<AppEnv>()
  .get('/:fileId/:token/thumbnail.png', notCounted, async (c) => {
    const { fileId, token } = c.req.param();
    return serveFile(c, await openByToken(c.var, { fileId, token, toKey: thumbnailKey }));
  })
  .get('/:fileId/:token/invoice.xml', notCounted, async (c) => {
    const { fileId, token } = c.req.param();
    return serveFile(c, await openByToken(c.var, { fileId, token, toKey: invoiceKey }));
  })
  .get(`/:fileId/:token{.+\\.${EXTENSIONS}}`, notCounted, async (c) => {
    const { fileId, token } = c.req.param();
    const file = await openByToken(c.var, { fileId, token: withoutExtension(token) });
    return serveFile(c, file);
  })
  .get('/:output{batch_\\w+\\.(?:zip|pdf)}', notCounted, async (c) => {
    const [batchId = ''] = c.req.param('output').split('.');
    const { output: outputId, expires, signature } = c.req.query();
    return serveFile(c, await openOutput(c.var, { batchId, outputId, expires, signature }));
  })
  .get(`/:file{.+\\.${EXTENSIONS}}`, notCounted, async (c) => {
    const fileId = withoutExtension(c.req.param('file'));
    const { expires, signature } = c.req.query();
    // A search engine that finds a link must not list what it shows.
    c.header('X-Robots-Tag', 'noindex');
    return serveFile(c, await openBySignature(c.var, { fileId, expires, signature }));
  });
