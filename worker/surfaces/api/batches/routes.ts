import { z } from '@hono/zod-openapi';
import { BATCH_ANSWERS, BATCH_REQUESTS } from '../../../../schema/api/batch-examples.ts';
import { batchAnswer, createBatch as createBatchRequest } from '../../../../schema/api/batches.ts';
import { isJsonObject } from '../../../../schema/json-object.ts';
import { acceptBatch } from '../../../verbs/batches/accept-batch.ts';
import type { BatchSource } from '../../../verbs/batches/batch-source.ts';
import type { AppContext } from '../../http/context.ts';
import { idempotencyHeader } from '../../http/idempotency.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { batchVerbs } from '../../shared/batches.ts';
import { createBatch, NDJSON_TYPE } from '../../shared/create-batch.ts';
import { requirePermission } from '../authenticate.ts';
import { requireKey } from '../context.ts';
import { keyedRoutes } from '../keyed-route.ts';
import { namesFile } from '../pdf/names-file.ts';
import { confirmWait, preferencesOf, waitMsOf } from '../preferences.ts';

const create = verbRoute({
  method: 'post',
  path: '/',
  status: 202,
  answer: batchAnswer,
  headers: { ...COMMON_HEADERS, ...carrying('Location', 'Idempotency-Replayed') },
  async run(ctx, _, c) {
    const key = requireKey(c);
    const batch = await createBatch(
      c,
      (input) => {
        const openSource = async () => requireFileOfBatch(c, await input.openSource());
        return acceptBatch(ctx, { ...input, key, openSource });
      },
      preferencesOf(c).strict,
    );
    return { data: batch, headers: { Location: `/v1/batches/${batch.batchId}` } };
  },
});

/** @throws {ApiError} `INSUFFICIENT_PERMISSIONS` */
async function requireFileOfBatch(c: AppContext, source: BatchSource): Promise<BatchSource> {
  const { settings } = source;
  try {
    if (isJsonObject(settings) && namesFile(settings.options)) requirePermission(c, 'pdf.read');
  } catch (error) {
    await source.drain();
    throw error;
  }
  return source;
}

const creationBody = {
  required: true,
  content: {
    'application/json': { schema: createBatchRequest, example: BATCH_REQUESTS.json },
    [NDJSON_TYPE]: {
      schema: z.string().meta({
        description:
          'One JSON object on each line. The first line has the fields of the JSON body without `rows`. Each further line is a row.',
      }),
      example: BATCH_REQUESTS.ndjson,
    },
  },
};

const read = {
  ...batchVerbs.read(waitMsOf),
  headers: { ...COMMON_HEADERS, ...carrying('Preference-Applied') },
};

const keyedRoute = keyedRoutes('Batches');

export const batchRoutes = routerOf([
  keyedRoute(create, 'pdf.generate', {
    summary: 'Generate many PDFs from one template',
    about:
      'Checks every row and accepts the batch. The rows are printed later. A row spends one credit when its PDF is stored. A test key spends none.',
    parameters: [
      idempotencyHeader('The same key and body return the same batch within 24 hours.', 'invoices-2026-11'),
    ],
    unreadBody: creationBody,
    returns:
      'The batch was accepted. `Location` is its address. A request with a known `Idempotency-Key` returns the batch of the first one.',
    example: BATCH_ANSWERS.accepted,
    errors: [
      'FEATURE_UNAVAILABLE',
      'TEMPLATE_NOT_FOUND',
      'IDEMPOTENCY_CONFLICT',
      'NO_CREDITS_AVAILABLE',
      'BATCH_LIMIT_REACHED',
      'NOT_IMPLEMENTED',
    ],
  }),
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
