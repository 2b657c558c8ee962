import { finishRequest, mergeRequest, splitRequest, splitResponse } from '../../../../schema/api/assemble.ts';
import { ASSEMBLE_EXAMPLES } from '../../../../schema/api/assemble-examples.ts';
import { generateResponse } from '../../../../schema/api/generate.ts';
import { carrying, COMMON_HEADERS, GENERATED_HEADERS } from '../../http/response-headers.ts';
import { jsonBody, PDF_CONTENT, requestHeader } from '../../http/responses.ts';
import { acceptedAsJob, generationErrors } from '../pdf/describe-outcomes.ts';
import { MAX_IDEMPOTENCY_KEY_CHARACTERS } from '../../http/idempotency.ts';

const idempotencyKey = requestHeader(
  'Idempotency-Key',
  'The same key and body return the same files within 24 hours, and spend nothing. After one of the files is deleted, the key can be used again.',
  'statement-2026-11',
  { minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS },
);

const prefer = requestHeader(
  'Prefer',
  '`respond-async` accepts the request as a job and answers 202; with `wait=10`, the answer waits up to 10 seconds for the end. `handling=strict` refuses unknown fields with a `VALIDATION_ERROR` that lists them (RFC 7240).',
  'respond-async, wait=10',
);

const accept = requestHeader('Accept', '`application/pdf` returns the PDF itself.', 'application/json');

const made = (description: string) => ({
  description,
  headers: GENERATED_HEADERS,
  content: {
    'application/json': { schema: generateResponse, example: ASSEMBLE_EXAMPLES.merged },
    ...PDF_CONTENT,
  },
});

const oneFile = {
  parameters: [idempotencyKey, prefer, accept],
  responses: {
    200: made('The stored PDF: its record, or its bytes with `Accept: application/pdf`.'),
    202: acceptedAsJob,
    ...generationErrors,
  },
};

export const mergeDescription = {
  ...oneFile,
  request: jsonBody(mergeRequest, ASSEMBLE_EXAMPLES.merge),
};

export const finishDescription = {
  ...oneFile,
  request: jsonBody(finishRequest, ASSEMBLE_EXAMPLES.finish),
};

export const splitDescription = {
  parameters: [idempotencyKey, prefer],
  request: jsonBody(splitRequest, ASSEMBLE_EXAMPLES.split),
  responses: {
    200: {
      description: 'The stored files.',
      headers: { ...COMMON_HEADERS, ...carrying('Location', 'Preference-Applied', 'Idempotency-Replayed') },
      content: { 'application/json': { schema: splitResponse, example: ASSEMBLE_EXAMPLES.parts } },
    },
    202: acceptedAsJob,
    ...generationErrors,
  },
};
