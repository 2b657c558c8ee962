import { z } from '@hono/zod-openapi';
import { BATCH_ANSWERS, BATCH_REQUESTS } from '../../../../schema/api/batch-examples.ts';
import { batchAnswer, createBatch } from '../../../../schema/api/batches.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { requestHeader } from '../../http/responses.ts';
import { keyedErrors } from '../error-responses.ts';
import { MAX_IDEMPOTENCY_KEY_CHARACTERS } from '../../http/idempotency.ts';
import { NDJSON_TYPE } from '../../shared/create-batch.ts';

const parameters = [
  requestHeader(
    'Idempotency-Key',
    'The same key and body return the same batch within 24 hours.',
    'invoices-2026-11',
    { minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS },
  ),
];

export const creationBody = {
  required: true,
  content: {
    'application/json': { schema: createBatch, example: BATCH_REQUESTS.json },
    [NDJSON_TYPE]: {
      schema: z.string().meta({
        description:
          'One JSON object on each line. The first line has the fields of the JSON body without `rows`. Each further line is a row.',
      }),
      example: BATCH_REQUESTS.ndjson,
    },
  },
};

const accepted = {
  description:
    'The batch was accepted. `Location` is its address. A request with a known `Idempotency-Key` returns the batch of the first one.',
  headers: { ...COMMON_HEADERS, ...carrying('Location', 'Idempotency-Replayed') },
  content: { 'application/json': { schema: batchAnswer, example: BATCH_ANSWERS.accepted } },
};

export const createDescription = {
  parameters,
  responses: {
    202: accepted,
    ...keyedErrors(
      'VALIDATION_ERROR',
      'UNSUPPORTED_ENCODING',
      'FEATURE_UNAVAILABLE',
      'TEMPLATE_NOT_FOUND',
      'REQUEST_TIMEOUT',
      'IDEMPOTENCY_CONFLICT',
      'NO_CREDITS_AVAILABLE',
      'BATCH_LIMIT_REACHED',
      'NOT_IMPLEMENTED',
      'SERVICE_BUSY',
    ),
  },
};
