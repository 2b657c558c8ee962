import type { DeliveryBody } from '../../../schema/api/webhooks.ts';
import type { ListedWebhook } from '../../../schema/console/webhooks.ts';
import { refreshInterval } from '../../api/refresh-interval.ts';

/** An attempt runs or starts within this time. Later ones are days away. */
const SOON_MS = 20_000;

export const isDue = ({ nextAttemptAt }: DeliveryBody, now = Date.now()): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) - now < SOON_MS;

/** While an attempt runs, the service plans the next one for the case that it is lost. */
export const isRunning = ({ attempts }: DeliveryBody): boolean => {
  const last = attempts.at(-1);
  return last !== undefined && last.durationMs === null && last.error === null;
};

const isOpen = (delivery: DeliveryBody): boolean =>
  delivery.state === 'pending' && (isDue(delivery) || isRunning(delivery));

export const deliveryRefreshInterval = refreshInterval<DeliveryBody>(isOpen);

export const webhookRefreshInterval = (webhooks: readonly ListedWebhook[]): number | false =>
  deliveryRefreshInterval([
    { data: webhooks.flatMap(({ lastDelivery }) => lastDelivery ?? []), nextCursor: null },
  ]);
