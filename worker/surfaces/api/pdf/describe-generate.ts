import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from '../../../../schema/api/examples.ts';
import { generateResponse } from '../../../../schema/api/generate.ts';
import { acceptedAsJob, generationErrors } from './describe-outcomes.ts';
import { idempotencyHeader } from '../../http/idempotency.ts';
import { FILE_CONTENT, requestHeader } from '../../http/responses.ts';

const parameters = [
  idempotencyHeader(
    'The same key and body return the same file within 24 hours, and spend nothing. After the file is deleted, the key can be used again.',
    'invoice-A-17',
  ),
  requestHeader(
    'Prefer',
    '`respond-async` accepts the request as a job and answers 202; with `wait=10`, the answer waits up to 10 seconds for the PDF. `handling=strict` refuses unknown fields with a `VALIDATION_ERROR` that lists them (RFC 7240).',
    'respond-async, wait=10',
  ),
  requestHeader(
    'Accept',
    'The media type of the file returns the file itself: `application/pdf`, or `image/png` for a PNG.',
    'application/json',
  ),
];

const summaries = { fromTemplate: 'From a template', fromHtml: 'From HTML' } as const;

const bothOf = (values: Readonly<Record<keyof typeof summaries, unknown>>) => ({
  fromTemplate: { summary: summaries.fromTemplate, value: values.fromTemplate },
  fromHtml: { summary: summaries.fromHtml, value: values.fromHtml },
});

export const generatedContent = {
  'application/json': { schema: generateResponse, examples: bothOf(ANSWER_EXAMPLES) },
  ...FILE_CONTENT,
};

export const generateDescription = {
  parameters,
  bodyExamples: {
    ...bothOf(REQUEST_EXAMPLES),
    fromMarkdown: { summary: 'From Markdown', value: REQUEST_EXAMPLES.fromMarkdown },
    fromUrl: { summary: 'From a page', value: REQUEST_EXAMPLES.fromUrl },
  },
  returns:
    'The stored file: its record, or its bytes if `Accept` prefers its media type. In the second case the id, the URLs and the usage are in headers.',
  otherResponses: { 202: acceptedAsJob, ...generationErrors },
};
