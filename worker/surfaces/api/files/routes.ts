import { ANSWER_EXAMPLES, EXAMPLE_ETAG } from '../../../../schema/api/examples.ts';
import { findFile } from '../../../verbs/files/kept-files.ts';
import { openStoredFile } from '../../../verbs/files/open-file.ts';
import { FILE_HEADERS } from '../../http/response-headers.ts';
import {
  FILE_CONTENT,
  notModifiedResponse,
  partialFileResponse,
  PDF_CONTENT,
  requestHeader,
} from '../../http/responses.ts';
import { contentRoute, routerOf } from '../../http/route.ts';
import { fileParams, fileVerbs } from '../../shared/files.ts';
import { keyedRoutes } from '../keyed-route.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { serveFile } from '../serve-file.ts';
import { upload } from './upload.ts';

/** Source: RFC 9110, sections 13.1 and 14.2. */
const DOWNLOAD_HEADERS = [
  requestHeader('Range', 'The bytes to send, as one range.', 'bytes=0-1023'),
  requestHeader('If-Range', 'Sends the whole file if it is not this version.', EXAMPLE_ETAG),
  requestHeader('If-None-Match', 'Returns 304 if the file is still this version.', EXAMPLE_ETAG),
];

const download = contentRoute({
  method: 'get',
  path: '/{fileId}/content',
  params: fileParams,
  headers: FILE_HEADERS,
  content: FILE_CONTENT,
  async run(ctx, { fileId }, c) {
    const file = await findFile(ctx, fileId);
    return serveFile(c, await openStoredFile(ctx, file.fileId));
  },
});

const keyedRoute = keyedRoutes('Files');

export const fileRoutes = routerOf([
  keyedRoute(upload, 'pdf.generate', {
    summary: 'Upload a PDF',
    about:
      'Stores a PDF of your own. Merges, splits and finished files can use it. The service checks and repairs the PDF, and removes scripts, actions that start programs, and signatures. An upload spends no credit. Its bytes count toward a limit of the plan.',
    unreadBody: { required: true, content: PDF_CONTENT },
    guards: [limitRateEarly],
    returns: 'The stored PDF.',
    example: ANSWER_EXAMPLES.uploaded,
    errors: ['UPLOAD_LIMIT_REACHED', 'FILE_TOO_LARGE', 'NOT_A_PDF', 'PDF_ENCRYPTED', 'PDF_DAMAGED'],
  }),
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
  keyedRoute(download, 'pdf.read', {
    summary: 'Download a file',
    about: 'Streams the bytes. `HEAD` returns only the headers.',
    parameters: DOWNLOAD_HEADERS,
    returns: 'The file',
    otherResponses: {
      206: partialFileResponse('The part of the file that `Range` asks for'),
      304: notModifiedResponse('The PDF is the one that `If-None-Match` names'),
    },
    errors: ['FILE_NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
  }),
]);
