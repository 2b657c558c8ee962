/** Source: contract 10.6. */

/** The events that a webhook can choose. */
export const WEBHOOK_EVENTS = [
  'job.succeeded',
  'job.failed',
  'batch.completed',
  'batch.paused',
  'file.deleted',
  'credits.low',
] as const;

/** Sent on request, to one webhook. A webhook cannot choose it. */
export const TEST_EVENT = 'webhook.test';

export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number];

/** `request`: somebody disabled the webhook. `gone`: its address answered 410. */
export const DISABLED_REASONS = ['request', 'gone'] as const;

export const DELIVERY_STATES = ['pending', 'succeeded', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The reason why an attempt failed. */
export const ATTEMPT_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'connection_failed',
  'address_refused',
  'secret_unreadable',
] as const;

export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export const DELETION_REASONS = ['request', 'retention'] as const;

export type DeletionReason = (typeof DELETION_REASONS)[number];

export const MAX_WEBHOOKS = 5;
