import type { AttemptError, DeliveryState, WebhookEventType } from '../../../schema/webhooks.ts';
import type { StatusLabel } from '../../components/status-label.ts';

/** Source: contract 10.6. */
export const EVENT_DESCRIPTIONS: Readonly<Record<WebhookEventType, string>> = {
  'job.succeeded': 'A job made its PDF',
  'job.failed': 'A job ended without a PDF',
  'batch.completed': 'All rows of a batch have ended',
  'batch.paused': 'A batch waits for credits',
  'file.deleted': 'Files were deleted by request or at the end of their retention',
  'credits.low': 'A tenth of the monthly quota is left, or nothing',
};

export const DELIVERY_LABELS: Readonly<Record<DeliveryState, StatusLabel>> = {
  pending: { tone: 'warning', label: 'Pending' },
  succeeded: { tone: 'good', label: 'Succeeded' },
  failed: { tone: 'bad', label: 'Failed' },
};

export const ATTEMPT_ERROR_LABELS: Readonly<Record<AttemptError, string>> = {
  status: 'The answer was not 2xx',
  redirect: 'Redirects are not followed',
  timeout: 'No answer within 15 seconds',
  connection_failed: 'The address could not be reached',
  address_refused: 'The address is not on the public internet',
  secret_unreadable: 'The secret cannot be decrypted: rotate it',
};
