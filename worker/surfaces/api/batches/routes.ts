import { createRoute, z } from '@hono/zod-openapi';
import { BATCH_ANSWERS, EXAMPLE_BATCH_ID } from '../../../../schema/api/batch-examples.ts';
import {
  batchAnswer,
  batchPage,
  batchQuery,
  batchRowPage,
  rowQuery,
} from '../../../../schema/api/batches.ts';
import { cancelBatch, resumeBatch, retryFailedRows } from '../../../verbs/batches/change-batch.ts';
import { describeBatch, describeRow } from '../../../verbs/batches/describe-batch.ts';
import { getBatch } from '../../../verbs/batches/get-batch.ts';
import { listBatches, listRows } from '../../../verbs/batches/list-batches.ts';
import type { BatchRecord } from '../../../objects/batch/protocol.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { type AppContext, requireCtx } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { jsonResponse, requestHeader } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { authenticate } from '../authenticate.ts';
import { keyedErrors } from '../error-responses.ts';
import { describeKeyed, keyed } from '../keyed.ts';
import { limitRate } from '../limit-rate.ts';
import { confirmWait, waitMsOf } from '../preferences.ts';
import { createBatch } from './create-batch.ts';
import { createDescription, describeCreation } from './describe-create.ts';

const params = z.object({
  batchId: z.string().meta({ description: 'The `batchId` of a response.', example: EXAMPLE_BATCH_ID }),
});

const tags = ['Batches'];

const creation = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary: 'Generate many PDFs from one template',
  ...keyed(
    'pdf.generate',
    'Checks every row and accepts the batch. The rows are printed later. A row spends one credit when its PDF is stored. A test key spends none.',
  ),
  ...createDescription,
  hide: true,
});

const listing = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'List batches, newest first',
  ...keyed('pdf.read', 'The numbers of rows can be some seconds old.'),
  request: { query: batchQuery },
  responses: {
    200: jsonResponse('A page of batches', batchPage, BATCH_ANSWERS.list),
    ...keyedErrors('VALIDATION_ERROR'),
  },
});

const reading = createRoute({
  method: 'get',
  path: '/{batchId}',
  tags,
  summary: 'Read a batch',
  ...describeKeyed('pdf.read', 'The `url` of the output is new, and valid for 24 hours.'),
  middleware: [authenticate('pdf.read'), limitRate, confirmWait],
  parameters: [
    requestHeader('Prefer', '`wait=10` waits up to 10 seconds for the end of the batch.', 'wait=10'),
  ],
  request: { params },
  responses: {
    200: {
      ...jsonResponse('The batch', batchAnswer, BATCH_ANSWERS.one),
      headers: { ...COMMON_HEADERS, ...carrying('Preference-Applied') },
    },
    ...keyedErrors('BATCH_NOT_FOUND'),
  },
});

const listingRows = createRoute({
  method: 'get',
  path: '/{batchId}/rows',
  tags,
  summary: 'List the rows of a batch, in their order',
  ...keyed('pdf.read', 'The `signedUrl` of each file is new, and valid for 24 hours.'),
  request: { params, query: rowQuery },
  responses: {
    200: jsonResponse('A page of rows', batchRowPage, BATCH_ANSWERS.rows),
    ...keyedErrors('VALIDATION_ERROR', 'BATCH_NOT_FOUND'),
  },
});

const cancellation = createRoute({
  method: 'post',
  path: '/{batchId}/cancel',
  tags,
  summary: 'Cancel a batch',
  ...keyed(
    'pdf.generate',
    'Rows that are queued do not start, and the prints of running rows end. PDFs that were made stay. A batch that was canceled before stays as it is.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The batch is canceled', batchAnswer, BATCH_ANSWERS.canceled),
    ...keyedErrors('BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT'),
  },
});

const resumption = createRoute({
  method: 'post',
  path: '/{batchId}/resume',
  tags,
  summary: 'Resume a paused batch',
  ...keyed(
    'pdf.generate',
    'A paused batch goes on by itself when there are credits. This request asks at once. A batch that is not paused stays as it is.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The batch goes on', batchAnswer, BATCH_ANSWERS.resumed),
    ...keyedErrors('BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT', 'NO_CREDITS_AVAILABLE'),
  },
});

const retry = createRoute({
  method: 'post',
  path: '/{batchId}/retry-failed',
  tags,
  summary: 'Print the failed rows of a batch again',
  ...keyed(
    'pdf.generate',
    'Rows that failed are queued again. In a batch that was stopped, so are the rows that were not printed. The archive or the merged PDF is made again.',
  ),
  request: { params },
  responses: {
    200: jsonResponse('The rows are queued', batchAnswer, BATCH_ANSWERS.resumed),
    ...keyedErrors('BATCH_NOT_FOUND', 'BATCH_STATE_CONFLICT', 'BATCH_LIMIT_REACHED'),
  },
});

const respond = async (c: AppContext, batch: BatchRecord) => c.json(answer(c, await describe(c, batch)), 200);

const describe = (c: AppContext, batch: BatchRecord) =>
  describeBatch(requireCtx(c), { batch, origin: readOrigin(c) });

export const batchRoutes = validatingRouter()
  .openapi(creation, createBatch)
  .openapi(listing, async (c) => {
    const { batches, nextCursor } = await listBatches(requireCtx(c), c.req.valid('query'));
    const described = await Promise.all(batches.map((batch) => describe(c, batch)));
    return c.json(answerPage(c, described, nextCursor), 200);
  })
  .openapi(reading, async (c) =>
    respond(c, await getBatch(requireCtx(c), { ...c.req.valid('param'), waitMs: waitMsOf(c) })),
  )
  .openapi(listingRows, async (c) => {
    const ctx = requireCtx(c);
    const query = { ...c.req.valid('param'), ...c.req.valid('query') };
    const { rows, nextCursor } = await listRows(ctx, query);
    const origin = readOrigin(c);
    const described = await Promise.all(rows.map((listed) => describeRow(ctx, { listed, origin })));
    return c.json(answerPage(c, described, nextCursor), 200);
  })
  .openapi(cancellation, async (c) =>
    respond(c, await cancelBatch(requireCtx(c), c.req.valid('param').batchId)),
  )
  .openapi(resumption, async (c) =>
    respond(c, await resumeBatch(requireCtx(c), c.req.valid('param').batchId)),
  )
  .openapi(retry, async (c) =>
    respond(c, await retryFailedRows(requireCtx(c), c.req.valid('param').batchId)),
  );

describeCreation(batchRoutes, creation);
