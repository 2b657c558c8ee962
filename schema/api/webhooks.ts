import { z } from 'zod';
import {
  ATTEMPT_ERRORS,
  DELETION_REASONS,
  DELIVERY_STATES,
  DISABLED_REASONS,
  MAX_WEBHOOKS,
  TEST_EVENT,
  WEBHOOK_EVENTS,
} from '../webhooks.ts';
import { PAUSE_REASONS } from '../batches.ts';
import { rowCounts } from './batches.ts';
import { returnedMeta } from './meta.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';
import { addressText } from '../text.ts';

/** Source: contract 10.6. */

const url = addressText().meta({
  description: 'Receives the events with `POST`. It must be `https` and on the public internet.',
});

const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1)
  .max(20)
  .meta({ description: 'The types of the events that are sent.' });

export const createWebhook = z
  .object({ url, events })
  .meta({ id: 'CreateWebhook', description: 'An address that receives events.' });

export const updateWebhook = z
  .object({
    url: url.optional(),
    events: events.optional(),
    enabled: z.boolean().optional().meta({
      description: 'A webhook that is not enabled gets no events. Pending deliveries end as failed.',
    }),
  })
  .meta({ id: 'UpdateWebhook', description: 'Fields that are left out stay as they are.' });

export const webhookBody = z
  .object({
    id: z.string().meta({ description: 'The id of the webhook.' }),
    url: z.string().meta({ description: 'The address that receives the events.' }),
    events: z.array(z.enum(WEBHOOK_EVENTS)).meta({ description: 'The types of the events that are sent.' }),
    enabled: z.boolean().meta({ description: 'Whether events are sent.' }),
    disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
      description:
        '`request`: somebody disabled it. `gone`: the address answered 410. It is `null` if the webhook is enabled.',
    }),
    previousSecretUntil: z.iso.datetime().nullable().meta({
      description:
        'Until this time, deliveries also have a signature with the secret before the last rotation. It is `null` if the secret was never rotated.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the webhook was created.' }),
  })
  .meta({ id: 'Webhook', description: 'An address that receives events, without its secret.' });

const createdWebhookBody = webhookBody
  .extend({
    secret: z.string().meta({
      description: 'Verifies the signatures. It is shown only in this answer.',
      pattern: '^whsec_[A-Za-z0-9+/]+=*$',
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook with its new secret.' });

const attempt = z
  .object({
    at: z.iso.datetime().meta({ description: 'Time at which the attempt started.' }),
    durationMs: z.int().nullable().meta({
      description: 'Milliseconds that the attempt took, or `null` while it runs and if it was interrupted.',
    }),
    status: z.int().nullable().meta({ description: 'The HTTP status, or `null` if there was no answer.' }),
    error: z
      .enum(ATTEMPT_ERRORS)
      .nullable()
      .meta({ description: 'The reason why the attempt failed, or `null` if it succeeded.' }),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt to send an event.' });

export const delivery = z
  .object({
    id: z.string().meta({ description: 'The id of the event, which is the `webhook-id` of every attempt.' }),
    type: z.string().meta({ description: 'The type of the event.' }),
    state: z.enum(DELIVERY_STATES).meta({ description: 'Whether the event was received.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the event was passed to this webhook.' }),
    nextAttemptAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which the next attempt is due, or `null` if none is planned.' }),
    attempts: z.array(attempt).meta({ description: 'The attempts, oldest first: the last 30.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'An event for a webhook, with its attempts.' });

export const deliveryQuery = pageQuery.extend({
  state: z.enum(DELIVERY_STATES).optional().meta({ description: 'Deliveries in this state.' }),
});

export type CreateWebhook = z.infer<typeof createWebhook>;
export type UpdateWebhook = z.infer<typeof updateWebhook>;
export type WebhookBody = z.infer<typeof webhookBody>;
export type CreatedWebhookBody = z.infer<typeof createdWebhookBody>;
export type DeliveryBody = z.infer<typeof delivery>;
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

export const webhookAnswer = answerOf(webhookBody);
export const createdWebhookAnswer = answerOf(createdWebhookBody);
export const webhooksAnswer = answerOf(
  z
    .array(webhookBody)
    .meta({ description: `All webhooks, oldest first. There are at most ${MAX_WEBHOOKS}.` }),
);
export const deliveryAnswer = answerOf(delivery);
export const deliveryPage = pageOf(delivery);
export const deletedWebhook = answerOf(
  z
    .object({
      id: z.string().meta({ description: 'The webhook that was deleted.' }),
      deleted: z.literal(true).meta({ description: 'The webhook and its deliveries no longer exist.' }),
    })
    .meta({ description: 'A deleted webhook.' }),
);

const eventOf = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type).meta({ description: 'The type of the event.' }),
    timestamp: z.iso.datetime().meta({ description: 'Time at which the event happened.' }),
    data,
  });

const jobId = z.string().meta({ description: 'The job. `GET /v1/jobs/{jobId}` returns it.' });

export const jobSucceededEvent = eventOf(
  'job.succeeded',
  z
    .object({
      jobId,
      fileId: z.string().meta({
        description: 'The file, or the first one of a split. `GET /v1/files/{fileId}` returns its URLs.',
      }),
      fileIds: z
        .array(z.string())
        .max(100)
        .optional()
        .meta({ description: 'All files of a split, in their order. Other jobs do not have it.' }),
      meta: returnedMeta,
    })
    .meta({ description: 'The job and its files.' }),
).meta({ id: 'JobSucceededEvent', description: 'A job made its PDF.' });

export const jobFailedEvent = eventOf(
  'job.failed',
  z
    .object({
      jobId,
      error: z
        .object({
          code: z.string().meta({ description: 'The code of the error.' }),
          message: z.string().meta({ description: 'The error in words.' }),
        })
        .meta({ description: 'The reason why the job failed.' }),
      meta: returnedMeta,
    })
    .meta({ description: 'The job and its error.' }),
).meta({ id: 'JobFailedEvent', description: 'A job ended without a PDF.' });

const batchId = z.string().meta({ description: 'The batch. `GET /v1/batches/{batchId}` returns it.' });

export const batchCompletedEvent = eventOf(
  'batch.completed',
  z
    .object({
      batchId,
      state: z.enum(['completed', 'failed']).meta({ description: '`failed`: the batch was stopped.' }),
      meta: returnedMeta,
      rows: rowCounts,
    })
    .meta({ description: 'The batch and its rows.' }),
).meta({ id: 'BatchCompletedEvent', description: 'All rows of a batch have ended.' });

export const batchPausedEvent = eventOf(
  'batch.paused',
  z
    .object({
      batchId,
      reason: z.enum(PAUSE_REASONS).meta({ description: '`NO_CREDITS_AVAILABLE`: the credits are spent.' }),
      meta: returnedMeta,
      rows: rowCounts,
    })
    .meta({ description: 'The batch and its rows.' }),
).meta({ id: 'BatchPausedEvent', description: 'A batch waits for credits.' });

export const fileDeletedEvent = eventOf(
  'file.deleted',
  z
    .object({
      fileIds: z
        .array(z.string())
        .min(1)
        .max(100)
        .meta({ description: 'The files. Many that expire together are one event.' }),
      reason: z.enum(DELETION_REASONS).meta({
        description: '`request`: somebody deleted the file. `retention`: its retention ended.',
      }),
      files: z
        .array(
          z.object({ fileId: z.string().meta({ description: 'The id of the file.' }), meta: returnedMeta }),
        )
        .optional()
        .meta({
          description: 'The files that had a `meta`. If none had one, the event does not have this field.',
        }),
    })
    .meta({ description: 'The deleted files.' }),
).meta({ id: 'FileDeletedEvent', description: 'Files were deleted.' });

export const creditsLowEvent = eventOf(
  'credits.low',
  z
    .object({
      remaining: z.int().meta({ description: 'PDFs that can still be made. 0: none.' }),
      quotaUsed: z.int().meta({ description: 'PDFs of the quota that were made this month.' }),
      quotaLimit: z.int().meta({ description: 'PDFs that the plan includes in a month.' }),
      resetsAt: z.iso.datetime().meta({ description: 'Time at which the next month starts (UTC).' }),
    })
    .meta({ description: 'The credits of the workspace.' }),
).meta({ id: 'CreditsLowEvent', description: 'A tenth of the quota is left, or nothing.' });

export const testEvent = eventOf(
  TEST_EVENT,
  z
    .object({ webhookId: z.string().meta({ description: 'The webhook that the event was sent to.' }) })
    .meta({ description: 'The webhook.' }),
).meta({ id: 'TestEvent', description: 'Somebody asked for a test event.' });
