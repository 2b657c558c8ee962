import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { FAULT_ERRORS } from '../../../../schema/api/fail-on.ts';
import { jobAnswer } from '../../../../schema/api/jobs.ts';
import { carrying, COMMON_HEADERS } from '../../http/response-headers.ts';
import { keyedErrors } from '../error-responses.ts';

/** All requests that make files may have these answers. */

export const acceptedAsJob = {
  description:
    'With `Prefer: respond-async`: the request is a job, which runs later. `Location` is the address of the job.',
  headers: {
    ...COMMON_HEADERS,
    ...carrying('Location', 'Preference-Applied', 'Idempotency-Replayed'),
  },
  content: { 'application/json': { schema: jobAnswer, example: ANSWER_EXAMPLES.queuedJob } },
};

const errors = keyedErrors(
  'VALIDATION_ERROR',
  'UNSUPPORTED_ENCODING',
  'FEATURE_UNAVAILABLE',
  'NOT_IMPLEMENTED',
  'TEMPLATE_COMPILATION_ERROR',
  ...FAULT_ERRORS,
  'TEMPLATE_NOT_FOUND',
  'FILE_NOT_FOUND',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_CONFLICT',
  'FILE_TOO_LARGE',
  'NO_CREDITS_AVAILABLE',
  'JOB_LIMIT_REACHED',
  'PDF_GENERATION_FAILED',
  'PRINTS_LIMITED',
  'SERVICE_BUSY',
);

export const generationErrors = {
  ...errors,
  /** With `handling=strict`. */
  400: { ...errors[400], headers: { ...errors[400].headers, ...carrying('Preference-Applied') } },
  /** A replay may ask for the bytes of a file that was deleted. */
  404: { ...errors[404], headers: { ...errors[404].headers, ...carrying('Idempotency-Replayed') } },
};
