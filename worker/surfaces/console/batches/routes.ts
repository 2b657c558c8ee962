import { createRoute, z } from '@hono/zod-openapi';
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
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { inWorkspace, inWorkspaceChange } from '../http/in-workspace.ts';

const params = z.object({ ws: z.string(), batchId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: batchQuery },
  responses: { 200: jsonResponse('A page of batches, newest first', batchPage) },
});

const reading = createRoute({
  method: 'get',
  path: '/{batchId}',
  middleware: inWorkspace('member'),
  request: { params },
  responses: { 200: jsonResponse('The batch, with a new address of its output', batchAnswer) },
});

const listingRows = createRoute({
  method: 'get',
  path: '/{batchId}/rows',
  middleware: inWorkspace('member'),
  request: { params, query: rowQuery },
  responses: { 200: jsonResponse('A page of rows, in their order', batchRowPage) },
});

const cancellation = createRoute({
  method: 'post',
  path: '/{batchId}/cancel',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The batch is canceled', batchAnswer) },
});

const resumption = createRoute({
  method: 'post',
  path: '/{batchId}/resume',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The batch goes on', batchAnswer) },
});

const retry = createRoute({
  method: 'post',
  path: '/{batchId}/retry-failed',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: { 200: jsonResponse('The failed rows are queued', batchAnswer) },
});

const describe = (c: AppContext, batch: BatchRecord) =>
  describeBatch(requireCtx(c), { batch, origin: readOrigin(c) });

const respond = async (c: AppContext, batch: BatchRecord) => c.json(answer(c, await describe(c, batch)), 200);

export const batchRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { batches, nextCursor } = await listBatches(requireCtx(c), c.req.valid('query'));
    const described = await Promise.all(batches.map((batch) => describe(c, batch)));
    return c.json(answerPage(c, described, nextCursor), 200);
  })
  .openapi(reading, async (c) =>
    respond(c, await getBatch(requireCtx(c), { batchId: c.req.valid('param').batchId, waitMs: 0 })),
  )
  .openapi(listingRows, async (c) => {
    const ctx = requireCtx(c);
    const { batchId } = c.req.valid('param');
    const { rows, nextCursor } = await listRows(ctx, { ...c.req.valid('query'), batchId });
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
