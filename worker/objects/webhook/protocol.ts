import type { AttemptError, DeliveryState } from '../../../schema/webhooks.ts';
import type { RecordedEvent } from './event.ts';

/** Messages between the Worker and the desk of a webhook. Times are epoch milliseconds. */

/** The calls of a webhook's desk. */
export interface WebhookDeskCalls extends Rpc.DurableObjectBranded {
  /** Can be repeated: each event is kept once. */
  accept(webhook: WebhookIdentity, events: readonly RecordedEvent[]): Promise<void>;
  list(filter: DeliveryFilter): DeliveryPage;
  /** Returns null if the delivery is not kept. */
  find(eventId: string): DeliveryRecord | null;
  /** Returns null if the delivery is not kept. */
  sendAgain(eventId: string): Promise<DeliveryRecord | null>;
  /** The webhook was disabled. */
  cancelPending(): void;
  /** The webhook was deleted. */
  remove(): Promise<void>;
}

export interface WebhookIdentity {
  readonly workspaceId: string;
  readonly id: string;
}

export interface DeliveryRecord {
  /** The id of the event, which is the `webhook-id` of every attempt. */
  readonly id: string;
  readonly type: string;
  readonly state: DeliveryState;
  readonly createdAt: number;
  /** It is null if no attempt is planned. */
  readonly nextAttemptAt: number | null;
  /** Oldest first. */
  readonly attempts: readonly AttemptRecord[];
}

export interface AttemptRecord {
  readonly number: number;
  readonly startedAt: number;
  /** It is null while the attempt runs, and if it was interrupted. */
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly error: AttemptError | null;
}

export interface DeliveryFilter {
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly before: number;
  readonly state?: DeliveryState | undefined;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[];
  /** It is null on the last page. */
  readonly next: number | null;
}
