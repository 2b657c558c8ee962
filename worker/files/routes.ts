import { createRoute, z } from '@hono/zod-openapi';
import { deletedFile, fileAnswer, filePage, fileQuery, type KeptFile } from '../../schema/api/files.ts';
import { ApiError } from '../api-error.ts';
import type { AppContext } from '../http/context.ts';
import { keyed, keyOf, validatingRouter } from '../http/keyed.ts';
import { originOf } from '../http/origin.ts';
import { emptyResponse, errorResponse, jsonResponse, KEYED_ERRORS, pdfResponse } from '../http/responses.ts';
import { serveFile } from '../http/serve-file.ts';
import type { FileRecord } from '../ledger/protocol.ts';
import { signCopies } from '../targets/sign-copies.ts';
import { describeKeptFile } from './describe-file.ts';
import { linksOf } from './links.ts';
import { listFiles } from './list-files.ts';
import { openKept } from './open-file.ts';

const params = z.object({ fileId: z.string() });
const errors = { ...KEYED_ERRORS, 404: errorResponse('`FILE_NOT_FOUND`, `WORKSPACE_NOT_FOUND`') };

const listing = createRoute({
  method: 'get',
  path: '/',
  tags: ['Files'],
  summary: 'List kept files, newest first',
  ...keyed('pdf.read'),
  request: { query: fileQuery },
  responses: { 200: jsonResponse('A page of files', filePage), ...KEYED_ERRORS },
});

const reading = createRoute({
  method: 'get',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Read a file, with fresh signed addresses of it and its copies',
  ...keyed('pdf.read'),
  request: { params },
  responses: { 200: jsonResponse('The file', fileAnswer), ...errors },
});

const download = createRoute({
  method: 'get',
  path: '/{fileId}/content',
  tags: ['Files'],
  summary: 'Download a file',
  ...keyed('pdf.read'),
  request: { params },
  responses: {
    200: pdfResponse('The PDF'),
    206: pdfResponse('The part of the PDF that `Range` asks for'),
    304: emptyResponse('The PDF that `If-None-Match` names'),
    ...errors,
    416: errorResponse('`RANGE_NOT_SATISFIABLE`'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Delete a file for good',
  ...keyed('pdf.delete'),
  request: { params },
  responses: { 200: jsonResponse('The file is gone', deletedFile), ...errors },
});

/** Kept files over the API. A file of another workspace is one that does not exist (decision 30). */
export const fileRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaceId } = keyOf(c);
    const { files, nextCursor } = await listFiles(c.var.services, workspaceId, c.req.valid('query'));
    const data = await Promise.all(files.map((file) => describe(c, file)));
    return c.json({ success: true as const, requestId: c.var.requestId, data, nextCursor }, 200);
  })
  .openapi(reading, async (c) => {
    const file = await find(c, c.req.valid('param').fileId);
    const data = await describe(c, await signCopies(c.var.services, keyOf(c).workspaceId, file));
    return c.json({ success: true as const, requestId: c.var.requestId, data }, 200);
  })
  .openapi(download, async (c) => {
    const { fileId } = await find(c, c.req.valid('param').fileId);
    return serveFile(c, await openKept(c.var.services, fileId));
  })
  .openapi(deletion, async (c) => {
    const { fileId } = c.req.valid('param');
    const deleted = await c.var.services.ledger(keyOf(c).workspaceId).deleteFile(fileId);
    if (!deleted) throw notFound();
    const data = { fileId, deleted: true as const };
    return c.json({ success: true as const, requestId: c.var.requestId, data }, 200);
  });

const notFound = (): ApiError => new ApiError('FILE_NOT_FOUND', 'There is no file with this id.');

async function find(c: AppContext, fileId: string): Promise<FileRecord> {
  const file = await c.var.services.ledger(keyOf(c).workspaceId).findFile(fileId);
  if (file === null) throw notFound();
  return file;
}

async function describe(c: AppContext, file: FileRecord): Promise<KeptFile> {
  const { services } = c.var;
  return describeKeptFile(file, await linksOf(file, services.signer, originOf(c), services.now()));
}
