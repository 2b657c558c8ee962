import { createRoute } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES, EXAMPLE_ETAG } from '../../../../schema/api/examples.ts';
import { findFile } from '../../../verbs/files/kept-files.ts';
import { openStoredFile } from '../../../verbs/files/open-file.ts';
import { requireCtx } from '../../http/context.ts';
import {
  fileResponse,
  notModifiedResponse,
  partialFileResponse,
  PDF_CONTENT,
  requestHeader,
} from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { fileParams, fileVerbs } from '../../shared/files.ts';
import { describeBody } from '../describe-body.ts';
import { keyedErrors } from '../error-responses.ts';
import { keyed } from '../keyed.ts';
import { keyedRoutes } from '../keyed-routes.ts';
import { serveFile } from '../serve-file.ts';
import { uploadFile, uploadRoute } from './upload.ts';

const keyedRoute = keyedRoutes('Files');

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
  request: { params: fileParams },
  responses: {
    200: fileResponse('The file'),
    206: partialFileResponse('The part of the file that `Range` asks for'),
    304: notModifiedResponse('The PDF is the one that `If-None-Match` names'),
    ...keyedErrors('FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'),
  },
});

export const fileRoutes = validatingRouter()
  .openapi({ ...uploadRoute, hide: true }, (c) => uploadFile(c, c.req.valid('query')))
  .openapiRoutes([
    keyedRoute(fileVerbs.list, 'pdf.read', {
      summary: 'List files, newest first',
      returns: 'A page of files',
      example: ANSWER_EXAMPLES.files,
    }),
    keyedRoute(fileVerbs.read, 'pdf.read', {
      summary: 'Read a file, with new signed URLs of it and its copies',
      about: '`signedUrl` and the URLs of external copies are new, and valid for 24 hours.',
      returns: 'The file',
      example: ANSWER_EXAMPLES.file,
      errors: ['FILE_NOT_FOUND'],
    }),
    keyedRoute(fileVerbs.delete, 'pdf.delete', {
      summary: 'Delete a file permanently',
      about: 'The file and its URLs stop working at once. Copies in external storage are not deleted.',
      returns: 'The file is deleted',
      example: ANSWER_EXAMPLES.deletedFile,
      errors: ['FILE_NOT_FOUND'],
    }),
  ])
  .openapi(download, async (c) => {
    const ctx = requireCtx(c);
    const { fileId } = await findFile(ctx, c.req.valid('param').fileId);
    return serveFile(c, await openStoredFile(ctx, fileId));
  });

describeBody(fileRoutes, uploadRoute, { required: true, content: PDF_CONTENT });
