import { z } from '@hono/zod-openapi';
import { EXAMPLE_FILE_ID } from '../../../schema/api/examples.ts';
import { deletedFile, fileAnswer, filePage, fileQuery } from '../../../schema/api/files.ts';
import { deleteFile, readFile } from '../../verbs/files/kept-files.ts';
import { listFiles } from '../../verbs/files/list-files.ts';
import { readOrigin } from '../http/origin.ts';
import { verbRoute } from '../http/route.ts';

export const fileParams = z.object({
  fileId: z.string().meta({ description: 'The `fileId` of a response.', example: EXAMPLE_FILE_ID }),
});

export const fileVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: fileQuery,
    answer: filePage,
    async run(ctx, query, c) {
      const { files: data, nextCursor } = await listFiles(ctx, { ...query, origin: readOrigin(c) });
      return { data, nextCursor };
    },
  }),
  read: verbRoute({
    method: 'get',
    path: '/{fileId}',
    params: fileParams,
    answer: fileAnswer,
    run: async (ctx, { fileId }, c) => ({ data: await readFile(ctx, { fileId, origin: readOrigin(c) }) }),
  }),
  delete: verbRoute({
    method: 'delete',
    path: '/{fileId}',
    params: fileParams,
    answer: deletedFile,
    async run(ctx, { fileId }) {
      await deleteFile(ctx, fileId);
      return { data: { fileId, deleted: true as const } };
    },
  }),
};
