import type { z } from 'zod';
import type { Batch, batchAnswer, batchPage, BatchRow, batchRowPage, CreateBatch } from './batches.ts';
import { ANSWER_EXAMPLES, EXAMPLE_FILE_ID, EXAMPLE_TEMPLATE_ID } from './examples.ts';

export const EXAMPLE_BATCH_ID = 'batch_8fKq2RzVbT5nXkYc1WpLd7';

const REQUEST_ID = 'req_Pd4VxT9qLcZb2YkRm7NfHw';

const succeeded = <Data>(requestId: string, data: Data) => ({ success: true as const, requestId, data });

const QUEUED: Batch = {
  batchId: EXAMPLE_BATCH_ID,
  state: 'queued',
  environment: 'live',
  templateId: `${EXAMPLE_TEMPLATE_ID}@2`,
  onRowError: 'continue',
  rows: { total: 2, queued: 2, running: 0, succeeded: 0, failed: 0, canceled: 0 },
  output: { type: 'zip', state: 'pending', url: null, sizeBytes: null, missing: 0, error: null },
  pausedReason: null,
  error: null,
  createdAt: '2026-11-21T15:24:30.113Z',
  startedAt: null,
  finishedAt: null,
  retryableUntil: null,
  expiresAt: null,
};

const RUNNING: Batch = {
  ...QUEUED,
  state: 'running',
  rows: { ...QUEUED.rows, queued: 0, running: 1, failed: 1 },
  startedAt: '2026-11-21T15:24:30.402Z',
};

const PAUSED: Batch = {
  ...RUNNING,
  state: 'paused',
  rows: { ...RUNNING.rows, queued: 1, running: 0 },
  pausedReason: 'NO_CREDITS_AVAILABLE',
};

const COMPLETED: Batch = {
  ...RUNNING,
  state: 'completed',
  rows: { ...RUNNING.rows, running: 0, succeeded: 1 },
  output: {
    ...QUEUED.output,
    state: 'ready',
    url: `https://pdf.example.com/files/${EXAMPLE_BATCH_ID}.zip?output=output_5cXv8WnTq2YkRb7LpDz3Ms&expires=1795361071&signature=Hq3vZt6KxW0mBn8RcYd2LpJf5TgSa7VeUo1Xi4Mk9Nz`,
    sizeBytes: 13_422,
  },
  finishedAt: '2026-11-21T15:24:31.204Z',
  retryableUntil: '2026-11-28T15:24:31.204Z',
  expiresAt: '2026-12-21T15:24:30.600Z',
};

const CANCELED: Batch = {
  ...COMPLETED,
  state: 'canceled',
  rows: { ...QUEUED.rows, queued: 0, canceled: 2 },
  output: { ...QUEUED.output, state: 'none' },
  startedAt: null,
  retryableUntil: null,
};

const FIRST_ROW: BatchRow = {
  index: 0,
  externalId: 'A-17',
  state: 'succeeded',
  attempts: 1,
  startedAt: '2026-11-21T15:24:30.402Z',
  finishedAt: '2026-11-21T15:24:30.631Z',
  fileId: EXAMPLE_FILE_ID,
  file: ANSWER_EXAMPLES.fromTemplate.data,
  error: null,
};

const SECOND_ROW: BatchRow = {
  index: 1,
  externalId: 'A-18',
  state: 'failed',
  attempts: 0,
  startedAt: null,
  finishedAt: '2026-11-21T15:24:30.113Z',
  fileId: null,
  file: null,
  error: {
    code: 'VALIDATION_ERROR',
    message: 'The request is not valid.',
    details: ['rows[1].templateData.total: must be a number'],
    requestId: REQUEST_ID,
    timestamp: '2026-11-21T15:24:30.113Z',
  },
};

const SETTINGS = { templateId: EXAMPLE_TEMPLATE_ID, output: 'zip' } as const;

const ROWS = [
  { externalId: 'A-17', templateData: { number: 'A-17', customer: 'Müller & Söhne GmbH', total: 80.4 } },
  { externalId: 'A-18', templateData: { number: 'A-18', customer: 'Acme Ltd', total: '12' } },
];

export const BATCH_REQUESTS = {
  json: { ...SETTINGS, rows: ROWS } satisfies CreateBatch,
  ndjson: [SETTINGS, ...ROWS].map((line) => JSON.stringify(line)).join('\n'),
};

export const BATCH_ANSWERS = {
  accepted: succeeded(REQUEST_ID, QUEUED) satisfies z.infer<typeof batchAnswer>,
  list: { ...succeeded('req_Gt6LwQ0xTn9KcVb3YpHf5M', [COMPLETED]), nextCursor: null } satisfies z.infer<
    typeof batchPage
  >,
  one: succeeded('req_Vk5TbQ9wLzVc2NxRm7HfPd', COMPLETED) satisfies z.infer<typeof batchAnswer>,
  rows: {
    ...succeeded('req_Sx8KvN1zQtWc6LmRy3PfTd', [FIRST_ROW, SECOND_ROW]),
    nextCursor: null,
  } satisfies z.infer<typeof batchRowPage>,
  paused: succeeded('req_Mf7RxW3kTzQv0LbYm9NpHd', PAUSED) satisfies z.infer<typeof batchAnswer>,
  resumed: succeeded('req_Df7RxW3kTzQv0LbYm9NpHd', RUNNING) satisfies z.infer<typeof batchAnswer>,
  canceled: succeeded('req_Jf7RxW3kTzQv0LbYm9NpHd', CANCELED) satisfies z.infer<typeof batchAnswer>,
};
