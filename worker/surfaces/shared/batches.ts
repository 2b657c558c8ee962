import { z } from '@hono/zod-openapi';
import { EXAMPLE_BATCH_ID } from '../../../schema/api/batch-examples.ts';
import { batchAnswer, batchPage, batchQuery, batchRowPage, rowQuery } from '../../../schema/api/batches.ts';
import type { Ctx } from '../../ctx.ts';
import type { BatchRecord } from '../../objects/batch/protocol.ts';
import { cancelBatch, resumeBatch, retryFailedRows } from '../../verbs/batches/change-batch.ts';
import { describeBatch, describeRow } from '../../verbs/batches/describe-batch.ts';
import { getBatch } from '../../verbs/batches/get-batch.ts';
import { listBatches, listRows } from '../../verbs/batches/list-batches.ts';
import type { AppContext } from '../http/context.ts';
import { readOrigin } from '../http/origin.ts';
import { verbRoute } from '../http/route.ts';

const params = z.object({
  batchId: z.string().meta({ description: 'The `batchId` of a response.', example: EXAMPLE_BATCH_ID }),
});

const describe = (ctx: Ctx, batch: BatchRecord, c: AppContext) =>
  describeBatch(ctx, { batch, origin: readOrigin(c) });

const changeOf = (name: string, change: (ctx: Ctx, batchId: string) => Promise<BatchRecord>) =>
  verbRoute({
    method: 'post',
    path: `/{batchId}/${name}`,
    params,
    answer: batchAnswer,
    run: async (ctx, { batchId }, c) => ({ data: await describe(ctx, await change(ctx, batchId), c) }),
  });

/** @param waitMsOf how long a reader waits for the end of the batch */
const readBatch = (waitMsOf: (c: AppContext) => number) =>
  verbRoute({
    method: 'get',
    path: '/{batchId}',
    params,
    answer: batchAnswer,
    async run(ctx, { batchId }, c) {
      const batch = await getBatch(ctx, { batchId, waitMs: waitMsOf(c) });
      return { data: await describe(ctx, batch, c) };
    },
  });

export const batchVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    query: batchQuery,
    answer: batchPage,
    async run(ctx, query, c) {
      const { batches, nextCursor } = await listBatches(ctx, query);
      return { data: await Promise.all(batches.map((batch) => describe(ctx, batch, c))), nextCursor };
    },
  }),
  read: readBatch,
  listRows: verbRoute({
    method: 'get',
    path: '/{batchId}/rows',
    params,
    query: rowQuery,
    answer: batchRowPage,
    async run(ctx, query, c) {
      const { rows, nextCursor } = await listRows(ctx, query);
      const origin = readOrigin(c);
      return {
        data: await Promise.all(rows.map((listed) => describeRow(ctx, { listed, origin }))),
        nextCursor,
      };
    },
  }),
  cancel: changeOf('cancel', cancelBatch),
  resume: changeOf('resume', resumeBatch),
  retryFailed: changeOf('retry-failed', retryFailedRows),
};
