import type { z } from 'zod';
import { EXAMPLE_BATCH_ID } from './batch-examples.ts';
import { EXAMPLE_FILE_ID, EXAMPLE_JOB_ID } from './examples.ts';
import type {
  batchCompletedEvent,
  batchPausedEvent,
  CreateWebhook,
  createdWebhookAnswer,
  creditsLowEvent,
  deletedWebhook,
  deliveryAnswer,
  DeliveryBody,
  deliveryPage,
  fileDeletedEvent,
  jobFailedEvent,
  jobSucceededEvent,
  testEvent,
  UpdateWebhook,
  webhookAnswer,
  WebhookBody,
  webhooksAnswer,
} from './webhooks.ts';

export const EXAMPLE_WEBHOOK_ID = 'wh_m3TqXc8ZbR5vKy1LpWf0Nd';
export const EXAMPLE_EVENT_ID = 'evt_Qx7LmV2cTz9RkWb4PyHf6J';

const succeeded = <Data>(requestId: string, data: Data) => ({ success: true as const, requestId, data });

const WEBHOOK: WebhookBody = {
  id: EXAMPLE_WEBHOOK_ID,
  url: 'https://shop.example.com/platen-events',
  events: ['file.deleted', 'credits.low'],
  enabled: true,
  disabledReason: null,
  previousSecretUntil: null,
  createdAt: '2026-11-20T10:31:07.402Z',
};

const PENDING: DeliveryBody = {
  id: EXAMPLE_EVENT_ID,
  type: 'file.deleted',
  state: 'pending',
  createdAt: '2026-11-21T15:30:00.118Z',
  nextAttemptAt: '2026-11-21T15:35:06.004Z',
  attempts: [
    { at: '2026-11-21T15:30:00.140Z', durationMs: 93, status: 503, error: 'status' },
    { at: '2026-11-21T15:30:05.201Z', durationMs: 88, status: 503, error: 'status' },
  ],
};

export const WEBHOOK_REQUESTS = {
  create: { url: WEBHOOK.url, events: WEBHOOK.events } satisfies CreateWebhook,
  update: { enabled: false } satisfies UpdateWebhook,
};

export const WEBHOOK_ANSWERS = {
  list: succeeded('req_Kc5RxW0mTq8LbZ3vPyNf7D', [WEBHOOK]) satisfies z.infer<typeof webhooksAnswer>,
  created: succeeded('req_Bz1VyK6tXm4QcR9LpWf8Nd', {
    ...WEBHOOK,
    secret: 'whsec_4CyI4mJOoWQMxTDWLQw1PuzY9Y0Hwd9gpJ1+KcrA0bU=',
  }) satisfies z.infer<typeof createdWebhookAnswer>,
  one: succeeded('req_Wn8LcT3zVq5XkR1bPyMf0H', WEBHOOK) satisfies z.infer<typeof webhookAnswer>,
  updated: succeeded('req_Xv4QmZ9cKt7RbW2LpYf1Nd', {
    ...WEBHOOK,
    enabled: false,
    disabledReason: 'request',
  }) satisfies z.infer<typeof webhookAnswer>,
  rotated: succeeded('req_Rp6TyB0xLm3VcZ8qKWf5Nd', {
    ...WEBHOOK,
    previousSecretUntil: '2026-11-22T15:30:00.000Z',
    secret: 'whsec_Zm9yIGV4YW1wbGUgb25seTogbm90IGEgc2VjcmV0ISE=',
  }) satisfies z.infer<typeof createdWebhookAnswer>,
  deleted: succeeded('req_Hd2XcV7bQz1TkR6LpWm9Nf', {
    id: EXAMPLE_WEBHOOK_ID,
    deleted: true,
  }) satisfies z.infer<typeof deletedWebhook>,
  deliveries: {
    ...succeeded('req_Lq9ZmT4xVc8RbK3WpYf0Nd', [PENDING]),
    nextCursor: null,
  } satisfies z.infer<typeof deliveryPage>,
  tested: succeeded('req_Fc8KyZ3vQm1XbR6TpWL0Nd', {
    ...PENDING,
    type: 'webhook.test',
    nextAttemptAt: PENDING.createdAt,
    attempts: [],
  }) satisfies z.infer<typeof deliveryAnswer>,
  sentAgain: succeeded('req_Tb5WxQ1mZc7VkR0LpYf3Nd', {
    ...PENDING,
    nextAttemptAt: '2026-11-21T15:31:44.870Z',
  }) satisfies z.infer<typeof deliveryAnswer>,
};

export const EVENT_EXAMPLES = {
  'job.succeeded': {
    type: 'job.succeeded',
    timestamp: '2026-11-21T15:24:33.902Z',
    data: { jobId: EXAMPLE_JOB_ID, fileId: EXAMPLE_FILE_ID },
  } satisfies z.infer<typeof jobSucceededEvent>,
  'job.failed': {
    type: 'job.failed',
    timestamp: '2026-11-21T15:24:46.415Z',
    data: {
      jobId: EXAMPLE_JOB_ID,
      error: { code: 'REQUEST_TIMEOUT', message: "The generation exceeded the plan's timeout." },
    },
  } satisfies z.infer<typeof jobFailedEvent>,
  'batch.completed': {
    type: 'batch.completed',
    timestamp: '2026-11-21T15:24:31.210Z',
    data: {
      batchId: EXAMPLE_BATCH_ID,
      state: 'completed',
      rows: { total: 2, queued: 0, running: 0, succeeded: 1, failed: 1, canceled: 0 },
    },
  } satisfies z.infer<typeof batchCompletedEvent>,
  'batch.paused': {
    type: 'batch.paused',
    timestamp: '2026-11-21T15:24:30.633Z',
    data: {
      batchId: EXAMPLE_BATCH_ID,
      reason: 'NO_CREDITS_AVAILABLE',
      rows: { total: 2, queued: 1, running: 0, succeeded: 1, failed: 0, canceled: 0 },
    },
  } satisfies z.infer<typeof batchPausedEvent>,
  'file.deleted': {
    type: 'file.deleted',
    timestamp: '2026-11-21T15:30:00.040Z',
    data: {
      fileIds: [EXAMPLE_FILE_ID],
      reason: 'request',
      files: [{ fileId: EXAMPLE_FILE_ID, meta: { order: 'A-17' } }],
    },
  } satisfies z.infer<typeof fileDeletedEvent>,
  'credits.low': {
    type: 'credits.low',
    timestamp: '2026-11-21T15:24:31.012Z',
    data: { remaining: 250, quotaUsed: 2_250, quotaLimit: 2_500, resetsAt: '2026-12-01T00:00:00.000Z' },
  } satisfies z.infer<typeof creditsLowEvent>,
  'webhook.test': {
    type: 'webhook.test',
    timestamp: '2026-11-21T15:30:00.040Z',
    data: { webhookId: EXAMPLE_WEBHOOK_ID },
  } satisfies z.infer<typeof testEvent>,
};
