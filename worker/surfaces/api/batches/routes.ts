import { createRoute } from '@hono/zod-openapi';
import { BATCH_ANSWERS } from '../../../../schema/api/batch-examples.ts';
import { acceptBatch } from '../../../verbs/batches/accept-batch.ts';
import { answer } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { batchVerbs } from '../../shared/batches.ts';
import { createBatch } from '../../shared/create-batch.ts';
import { requireKey } from '../context.ts';
import { describeBody } from '../describe-body.ts';
import { keyed } from '../keyed.ts';
import { keyedRoutes } from '../keyed-routes.ts';
import { confirmWait, waitMsOf } from '../preferences.ts';
import { createDescription, creationBody } from './describe-create.ts';

const creation = createRoute({
  method: 'post',
  path: '/',
  tags: ['Batches'],
  summary: 'Generate many PDFs from one template',
  ...keyed(
    'pdf.generate',
    'Checks every row and accepts the batch. The rows are printed later. A row spends one credit when its PDF is stored. A test key spends none.',
  ),
  ...createDescription,
  hide: true,
});

const read = {
  ...batchVerbs.read(waitMsOf),
  headers: { ...COMMON_HEADERS, ...carrying('Preference-Applied') },
};

const keyedRoute = keyedRoutes('Batches');

export const batchRoutes = validatingRouter()
  .openapi(creation, async (c) => {
    const key = requireKey(c);
    const batch = await createBatch(c, (input) => acceptBatch(requireCtx(c), { ...input, key }));
    c.header('Location', `/v1/batches/${batch.batchId}`);
    return c.json(answer(c, batch), 202);
  })
  .openapiRoutes([
    keyedRoute(batchVerbs.list, 'pdf.read', {
      summary: 'List batches, newest first',
      about: 'The numbers of rows can be some seconds old.',
      returns: 'A page of batches',
      example: BATCH_ANSWERS.list,
    }),
    keyedRoute(read, 'pdf.read', {
      summary: 'Read a batch',
      about: 'The `url` of the output is new, and valid for 24 hours.',
      parameters: [
        requestHeader('Prefer', '`wait=10` waits up to 10 seconds for the end of the batch.', 'wait=10'),
      ],
      returns: 'The batch',
      example: BATCH_ANSWERS.one,
      errors: ['BATCH_NOT_FOUND'],
      around: confirmWait,
    }),
    keyedRoute(batchVerbs.listRows, 'pdf.read', {
      summary: 'List the rows of a batch, in their order',
      about: 'The `signedUrl` of each file is new, and valid for 24 hours.',
      returns: 'A page of rows',
      example: BATCH_ANSWERS.rows,
      errors: ['BATCH_NOT_FOUND'],
    }),
    keyedRoute(batchVerbs.cancel, 'pdf.generate', {
      summary: 'Cancel a batch',
      about:
        'Rows that are queued do not start, and the prints of running rows end. PDFs that were made stay. A batch that was canceled before stays as it is.',
      returns: 'The batch is canceled',
      example: BATCH_ANSWERS.canceled,
      errors: ['BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT'],
    }),
    keyedRoute(batchVerbs.resume, 'pdf.generate', {
      summary: 'Resume a paused batch',
      about:
        'A paused batch goes on by itself when there are credits. This request asks at once. A batch that is not paused stays as it is.',
      returns: 'The batch goes on',
      example: BATCH_ANSWERS.resumed,
      errors: ['BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT', 'NO_CREDITS_AVAILABLE'],
    }),
    keyedRoute(batchVerbs.retryFailed, 'pdf.generate', {
      summary: 'Print the failed rows of a batch again',
      about:
        'Rows that failed are queued again. In a batch that was stopped, so are the rows that were not printed. The archive or the merged PDF is made again.',
      returns: 'The rows are queued',
      example: BATCH_ANSWERS.resumed,
      errors: ['BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT', 'BATCH_LIMIT_REACHED'],
    }),
  ]);

describeBody(batchRoutes, creation, creationBody);
