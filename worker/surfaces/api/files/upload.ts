import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { normaliseFilename } from '../../../../compose/filename.ts';
import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { fileAnswer } from '../../../../schema/api/files.ts';
import { PDF_TYPE } from '../../../../schema/media-types.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { filenameText } from '../../../../schema/text.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { RequestMemory } from '../../../lib/memory/request-memory.ts';
import { showFile } from '../../../verbs/files/kept-files.ts';
import { answer } from '../../http/answer.ts';
import { arriving } from '../../http/arriving.ts';
import { readOrigin } from '../../http/origin.ts';
import { COMMON_HEADERS } from '../../http/response-headers.ts';
import { type AppContext, type AppEnv, requireCtx } from '../../http/context.ts';
import { authenticate } from '../authenticate.ts';
import { bodyBytes } from '../body-bytes.ts';
import { keyedErrors } from '../error-responses.ts';
import { describeKeyed } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { produceNow } from '../pdf/produce-now.ts';

const uploadQuery = z.object({
  filename: filenameText().optional().meta({
    description: 'The default is the title of the document, or `document.pdf`.',
    example: 'terms.pdf',
  }),
});

export const uploadRoute = createRoute({
  method: 'post',
  path: '/',
  tags: ['Files'],
  summary: 'Upload a PDF',
  ...describeKeyed(
    'pdf.generate',
    'Stores a PDF of your own, so that merges, splits and finished files can use it. It is checked, repaired and written anew: scripts, programs to start and signatures are left out. It spends no credit; its bytes count against a limit of the plan.',
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

export async function uploadFile(c: AppContext, { filename }: z.infer<typeof uploadQuery>) {
  const ctx = requireCtx(c);
  const { timeoutMs, maxPdfBytes } = PLANS[ctx.workspace.plan];
  const deadline = c.var.arrivedAt + timeoutMs;
  requirePdf(c);
  // Refuse before reading starts: a connection with a half-read body may not be usable again.
  const bytes = bodyBytes(c);
  if (bytes !== Infinity && bytes > maxPdfBytes)
    throw invalidRequest([`body: is larger than ${maxPdfBytes} bytes`]);
  const name = filename === undefined ? null : normaliseFilename(filename);
  if (filename !== undefined && name === null) throw invalidRequest(['filename: must name a file']);
  const memory = new RequestMemory(ctx.workspace.id, deadline);
  const pieces = arriving(c.req.raw.body ?? new Blob([]).stream(), deadline);
  // Loaded at first use, like all that a generation does not need.
  const { uploadOf } = await import('../../../verbs/make/upload.ts');
  const product = uploadOf({ pieces, filename: name, memory });
  const { file } = await produceNow(c, product, null).finally(() => memory.release());
  return c.json(answer(c, await showFile(ctx, { file, origin: readOrigin(c) })), 201);
}

function requirePdf(c: AppContext): void {
  const mediaType = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== PDF_TYPE) throw invalidRequest([`Content-Type: must be ${PDF_TYPE}`]);
}

type Described = Parameters<OpenAPIHono['openAPIRegistry']['registerPath']>[0];

/** The route reads the body piece by piece. It has no body in its `request`, because the router would read it. */
export const describeUpload = ({ openAPIRegistry }: OpenAPIHono<AppEnv>, route: Described): void =>
  openAPIRegistry.registerPath({
    ...route,
    request: {
      ...route.request,
      body: { required: true, content: { [PDF_TYPE]: { schema: z.string().meta({ format: 'binary' }) } } },
    },
  });
