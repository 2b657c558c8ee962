import { createRoute, z } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES, EXAMPLE_ETAG, EXAMPLE_FILE_ID } from '../../../../schema/api/examples.ts';
import { deletedFile, fileAnswer, filePage, fileQuery } from '../../../../schema/api/files.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { keyed } from '../keyed.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { readOrigin } from '../../http/origin.ts';
import { keyedErrors } from '../error-responses.ts';
import {
  fileResponse,
  jsonResponse,
  notModifiedResponse,
  partialFileResponse,
  requestHeader,
} from '../../http/responses.ts';
import { serveFile } from '../serve-file.ts';
import { deleteFile, findFile, readFile } from '../../../verbs/files/kept-files.ts';
import { listFiles } from '../../../verbs/files/list-files.ts';
import { openStoredFile } from '../../../verbs/files/open-file.ts';

const params = z.object({
  fileId: z.string().meta({ description: 'The `fileId` of a response.', example: EXAMPLE_FILE_ID }),
});

const listing = createRoute({
  method: 'get',
  path: '/',
  tags: ['Files'],
  summary: 'List files, newest first',
  ...keyed('pdf.read'),
  request: { query: fileQuery },
  responses: {
    200: jsonResponse('A page of files', filePage, ANSWER_EXAMPLES.files),
    ...keyedErrors('VALIDATION_ERROR'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Read a file, with new signed URLs of it and its copies',
  ...keyed('pdf.read', '`signedUrl` and the URLs of external copies are new, and valid for 24 hours.'),
  request: { params },
  responses: {
    200: jsonResponse('The file', fileAnswer, ANSWER_EXAMPLES.file),
    ...keyedErrors('FILE_NOT_FOUND'),
  },
});

/** Source: RFC 9110, sections 13.1 and 14.2. */
const DOWNLOAD_HEADERS = [
  requestHeader('Range', 'The bytes to send, as one range.', 'bytes=0-1023'),
  requestHeader('If-Range', 'Sends the whole file if it is not this version.', EXAMPLE_ETAG),
  requestHeader('If-None-Match', 'Returns 304 if the file is still this version.', EXAMPLE_ETAG),
];

const download = createRoute({
  method: 'get',
  path: '/{fileId}/content',
  tags: ['Files'],
  summary: 'Download a file',
  ...keyed('pdf.read', 'Streams the bytes. `HEAD` returns only the headers.'),
  parameters: DOWNLOAD_HEADERS,
  request: { params },
  responses: {
    200: fileResponse('The file'),
    206: partialFileResponse('The part of the file that `Range` asks for'),
    304: notModifiedResponse('The PDF is the one that `If-None-Match` names'),
    ...keyedErrors('FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Delete a file permanently',
  ...keyed(
    'pdf.delete',
    'The file and its URLs stop working at once. Copies in external storage are not deleted.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The file is deleted', deletedFile, ANSWER_EXAMPLES.deletedFile),
    ...keyedErrors('FILE_NOT_FOUND'),
  },
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
  .openapi(download, async (c) => {
    const ctx = requireCtx(c);
    const { fileId } = await findFile(ctx, c.req.valid('param').fileId);
    return serveFile(c, await openStoredFile(ctx, fileId));
  })
  .openapi(deletion, async (c) => {
    const { fileId } = c.req.valid('param');
    await deleteFile(requireCtx(c), fileId);
    return c.json(answer(c, { fileId, deleted: true as const }), 200);
  });
