import { createRoute, type z } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { fileAnswer } from '../../../../schema/api/files.ts';
import { showFile } from '../../../verbs/files/kept-files.ts';
import { answer } from '../../http/answer.ts';
import { noteSubject } from '../../http/log-request.ts';
import { readOrigin } from '../../http/origin.ts';
import { COMMON_HEADERS } from '../../http/response-headers.ts';
import { type AppContext, requireCtx } from '../../http/context.ts';
import { uploadQuery, withUpload } from '../../shared/upload.ts';
import { authenticate } from '../authenticate.ts';
import { keyedErrors } from '../error-responses.ts';
import { describeKeyed } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { produceNow } from '../pdf/produce-now.ts';

export const uploadRoute = createRoute({
  method: 'post',
  path: '/',
  tags: ['Files'],
  summary: 'Upload a PDF',
  ...describeKeyed(
    'pdf.generate',
    'Stores a PDF of your own. Merges, splits and finished files can use it. The service checks and repairs the PDF, and removes scripts, actions that start programs, and signatures. An upload spends no credit. Its bytes count toward a limit of the plan.',
  ),
  middleware: [authenticate('pdf.generate'), limitRateEarly],
  request: { query: uploadQuery },
  responses: {
    201: {
      description: 'The stored PDF.',
      headers: COMMON_HEADERS,
      content: { 'application/json': { schema: fileAnswer, example: ANSWER_EXAMPLES.uploaded } },
    },
    ...keyedErrors(
      'VALIDATION_ERROR',
      'UNSUPPORTED_ENCODING',
      'UPLOAD_LIMIT_REACHED',
      'REQUEST_TIMEOUT',
      'FILE_TOO_LARGE',
      'NOT_A_PDF',
      'PDF_ENCRYPTED',
      'PDF_DAMAGED',
      'SERVICE_BUSY',
    ),
  },
});

export async function uploadFile(c: AppContext, query: z.infer<typeof uploadQuery>) {
  const { file } = await withUpload(c, query, (product) => produceNow(c, product, null));
  noteSubject(c, { fileId: file.fileId });
  return c.json(answer(c, await showFile(requireCtx(c), { file, origin: readOrigin(c) })), 201);
}
