import { createRoute, z } from '@hono/zod-openapi';
import { deletedFile, fileAnswer, filePage, fileQuery } from '../../../../schema/api/files.ts';
import { deleteFile, readFile } from '../../../verbs/files/kept-files.ts';
import { listFiles } from '../../../verbs/files/list-files.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { readOrigin } from '../../http/origin.ts';
import { jsonResponse } from '../../http/responses.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { inWorkspace, inWorkspaceChange } from '../http/in-workspace.ts';

const params = z.object({ ws: z.string(), fileId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: fileQuery },
  responses: { 200: jsonResponse('A page of files, newest first', filePage) },
});

const reading = createRoute({
  method: 'get',
  path: '/{fileId}',
  middleware: inWorkspace('member'),
  request: { params },
  responses: { 200: jsonResponse('The file, with new signed URLs', fileAnswer) },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{fileId}',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The file is deleted', deletedFile) },
});

export const fileRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const page = await listFiles(requireCtx(c), { ...c.req.valid('query'), origin: readOrigin(c) });
    return c.json(answerPage(c, page.files, page.nextCursor), 200);
  })
  .openapi(reading, async (c) => {
    const { fileId } = c.req.valid('param');
    return c.json(answer(c, await readFile(requireCtx(c), { fileId, origin: readOrigin(c) })), 200);
  })
  .openapi(deletion, async (c) => {
    const { fileId } = c.req.valid('param');
    await deleteFile(requireCtx(c), fileId);
    return c.json(answer(c, { fileId, deleted: true as const }), 200);
  });
