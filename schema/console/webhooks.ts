import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { delivery, webhookBody } from '../api/webhooks.ts';

/** Source: contract 10.6. */
export const listedWebhook = webhookBody.extend({
  /** The newest one. Null if none is kept. */
  lastDelivery: delivery.nullable(),
});
export type ListedWebhook = z.infer<typeof listedWebhook>;

/** Oldest first. */
export const listedWebhooksAnswer = answerOf(z.object({ webhooks: z.array(listedWebhook) }));
