import { createRoute, z } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES, EXAMPLE_ETAG, EXAMPLE_FILE_ID } from '../../../schema/api/examples.ts';
import { deletedFile, fileAnswer, filePage, fileQuery } from '../../../schema/api/files.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { keyed, keyOf } from '../keyed.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { originOf } from '../../http/origin.ts';
import { keyedRefusals } from '../refusals.ts';
import {
  fileResponse,
  jsonResponse,
  notModifiedResponse,
  partialFileResponse,
  requestHeader,
} from '../../http/responses.ts';
import { serveFile } from '../serve-file.ts';
import { deleteFile, findFile, readFile } from '../../files/kept-files.ts';
import { listFiles } from '../../files/list-files.ts';
import { openKept } from '../../files/open-file.ts';

const params = z.object({
  fileId: z.string().meta({ description: 'The `fileId` of an answer.', example: EXAMPLE_FILE_ID }),
});

const listing = createRoute({
  method: 'get',
  path: '/',
  tags: ['Files'],
  summary: 'List kept files, newest first',
  ...keyed('pdf.read'),
  request: { query: fileQuery },
  responses: {
    200: jsonResponse('A page of files', filePage, ANSWER_EXAMPLES.files),
    ...keyedRefusals('VALIDATION_ERROR'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Read a file, with fresh signed addresses of it and its copies',
  ...keyed(
    'pdf.read',
    '`signedUrl` is signed anew and valid for another 24 hours, and so are the addresses of external copies.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The file', fileAnswer, ANSWER_EXAMPLES.file),
    ...keyedRefusals('FILE_NOT_FOUND'),
  },
});

/** Source: RFC 9110, sections 13.1 and 14.2. */
const DOWNLOAD_HEADERS = [
  requestHeader('Range', 'The bytes to send; one range.', 'bytes=0-1023'),
  requestHeader('If-Range', 'Sends the whole file where it is not this version.', EXAMPLE_ETAG),
  requestHeader('If-None-Match', 'Answers 304 where the file is this version still.', EXAMPLE_ETAG),
];

const download = createRoute({
  method: 'get',
  path: '/{fileId}/content',
  tags: ['Files'],
  summary: 'Download a file',
  ...keyed('pdf.read', 'Streams the bytes. `HEAD` answers with the headers alone.'),
  parameters: DOWNLOAD_HEADERS,
  request: { params },
  responses: {
    200: fileResponse('The PDF'),
    206: partialFileResponse('The part of the PDF that `Range` asks for'),
    304: notModifiedResponse('The PDF is the one that `If-None-Match` names'),
    ...keyedRefusals('FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'),
  },
});

const deletion = createRoute({
  method: 'delete',
  path: '/{fileId}',
  tags: ['Files'],
  summary: 'Delete a file for good',
  ...keyed(
    'pdf.delete',
    'The file and its addresses are gone at once. Copies in external storage stay where they are.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The file is gone', deletedFile, ANSWER_EXAMPLES.deletedFile),
    ...keyedRefusals('FILE_NOT_FOUND'),
  },
});

/** Kept files over the API. A file of another workspace is one that does not exist (decision 30). */
export const fileRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaceId } = keyOf(c);
    const page = await listFiles(c.var.services, workspaceId, c.req.valid('query'), originOf(c));
    return c.json(answerPage(c, page.files, page.nextCursor), 200);
  })
  .openapi(reading, async (c) => {
    const { workspaceId } = keyOf(c);
    const { fileId } = c.req.valid('param');
    return c.json(answer(c, await readFile(c.var.services, workspaceId, fileId, originOf(c))), 200);
  })
  .openapi(download, async (c) => {
    const { services } = c.var;
    const { fileId } = await findFile(services, keyOf(c).workspaceId, c.req.valid('param').fileId);
    return serveFile(c, await openKept(services, fileId));
  })
  .openapi(deletion, async (c) => {
    const { fileId } = c.req.valid('param');
    await deleteFile(c.var.services, keyOf(c).workspaceId, fileId);
    return c.json(answer(c, { fileId, deleted: true as const }), 200);
  });
