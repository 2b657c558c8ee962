import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import { EVENT_EXAMPLES, EXAMPLE_EVENT_ID } from '../../../../schema/api/webhook-examples.ts';
import {
  batchCompletedEvent,
  batchPausedEvent,
  creditsLowEvent,
  fileDeletedEvent,
  jobFailedEvent,
  jobSucceededEvent,
  testEvent,
} from '../../../../schema/api/webhooks.ts';
import { TEST_EVENT, WEBHOOK_EVENTS, type WebhookEventType } from '../../../../schema/webhooks.ts';
import type { AppEnv } from '../../http/context.ts';
import { jsonContent } from '../../http/responses.ts';

const EVENTS = {
  'job.succeeded': {
    schema: jobSucceededEvent,
    summary: 'A job made its PDF',
    description: 'Sent when a generation that was accepted with `Prefer: respond-async` has ended.',
  },
  'job.failed': {
    schema: jobFailedEvent,
    summary: 'A job ended without a PDF',
    description: 'Sent after the last attempt of the job. A job that was canceled sends no event.',
  },
  'batch.completed': {
    schema: batchCompletedEvent,
    summary: 'A batch has ended',
    description:
      'Sent when all rows have ended and the output is made, and when a row or a revoked key stopped the batch. A batch that was canceled sends no event.',
  },
  'batch.paused': {
    schema: batchPausedEvent,
    summary: 'A batch waits for credits',
    description: 'Sent when no credit is left for the next row. The batch goes on when there are credits.',
  },
  'file.deleted': {
    schema: fileDeletedEvent,
    summary: 'Files were deleted',
    description: 'By request, or because their retention ended. An event has at most 100 files.',
  },
  'credits.low': {
    schema: creditsLowEvent,
    summary: 'Few or no credits are left',
    description:
      'Sent once a month when a tenth of the quota or less is left, and once when nothing is left. Purchased credits count. After credits are added, both can be sent again.',
  },
  [TEST_EVENT]: {
    schema: testEvent,
    summary: 'A test',
    description: 'Sent by `POST /v1/webhooks/{webhookId}/test`, to this webhook only.',
  },
} as const satisfies Record<WebhookEventType | typeof TEST_EVENT, object>;

const headers = z.object({
  'webhook-id': z.string().meta({
    description: 'The id of the event, the same for every attempt. Process each id once.',
    example: EXAMPLE_EVENT_ID,
  }),
  'webhook-timestamp': z.string().meta({
    description:
      'Time at which this attempt was made, in Unix seconds. Refuse one that is more than five minutes old.',
    example: '1795275000',
  }),
  'webhook-signature': z.string().meta({
    description:
      'HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64, after `v1,`. For 24 hours after a rotation of the secret there are two, separated by a space.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

/** The `webhooks` section of the OpenAPI document. */
export function describeEvents({ openAPIRegistry }: OpenAPIHono<AppEnv>): void {
  for (const type of [...WEBHOOK_EVENTS, TEST_EVENT] as const) {
    const { schema, summary, description } = EVENTS[type];
    openAPIRegistry.registerWebhook({
      method: 'post',
      path: type,
      tags: ['Webhooks'],
      summary,
      description,
      request: {
        headers,
        body: { required: true, content: jsonContent<z.ZodType>(schema, EVENT_EXAMPLES[type]) },
      },
      responses: {
        '2XX': { description: 'The event was received. Any other status makes the attempt fail.' },
        410: { description: 'The address no longer exists. The webhook is disabled.' },
      },
    });
  }
}
