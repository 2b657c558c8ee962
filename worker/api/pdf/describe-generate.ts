import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from '../../../schema/api/examples.ts';
import { generateRequest, generateResponse } from '../../../schema/api/generate.ts';
import { keyedRefusals } from '../refusals.ts';
import { carrying, GENERATED_HEADERS } from '../../http/response-headers.ts';
import { PDF_CONTENT, requestHeader } from '../../http/responses.ts';

/** What the API's description tells of generate: its two kinds of request, and its two kinds of answer. */

/** Source: decision 31. */
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

const parameters = [
  requestHeader(
    'Idempotency-Key',
    'The same key and body within 24 hours answer with the same file and spend nothing. The key is free again once the file is deleted.',
    'invoice-A-17',
    { minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS },
  ),
  requestHeader('Accept', '`application/pdf` answers with the PDF itself.', 'application/json'),
];

const summaries = { fromTemplate: 'From a template', fromHtml: 'From HTML' } as const;

const bothOf = (values: Readonly<Record<keyof typeof summaries, unknown>>) => ({
  fromTemplate: { summary: summaries.fromTemplate, value: values.fromTemplate },
  fromHtml: { summary: summaries.fromHtml, value: values.fromHtml },
});

const body = {
  required: true,
  content: { 'application/json': { schema: generateRequest, examples: bothOf(REQUEST_EXAMPLES) } },
};

/** Source: decision 32. */
const generated = {
  description:
    'The stored PDF: its record, or with `Accept: application/pdf` its bytes. Id, addresses and usage then come as headers.',
  headers: GENERATED_HEADERS,
  content: {
    'application/json': { schema: generateResponse, examples: bothOf(ANSWER_EXAMPLES) },
    ...PDF_CONTENT,
  },
};

const refusals = keyedRefusals(
  'VALIDATION_ERROR',
  'TEMPLATE_COMPILATION_ERROR',
  'TEMPLATE_NOT_FOUND',
  'FILE_NOT_FOUND',
  'REQUEST_TIMEOUT',
  'IDEMPOTENCY_CONFLICT',
  'FILE_TOO_LARGE',
  'NO_CREDITS_AVAILABLE',
  'PDF_GENERATION_FAILED',
);

/** The file of an earlier request may be deleted by now, and its bytes be asked for. */
const notFound = {
  ...refusals[404],
  headers: { ...refusals[404].headers, ...carrying('Idempotency-Replayed') },
};

export const generateDescription = {
  parameters,
  request: { body },
  responses: { 200: generated, ...refusals, 404: notFound },
};
