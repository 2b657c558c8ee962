import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { delivery, webhookBody } from '../api/webhooks.ts';

/** Source: contract 10.6. */
export const listedWebhook = webhookBody.extend({
  lastDelivery: delivery.nullable().meta({ description: 'The newest delivery, or `null` if none is kept.' }),
});
export type ListedWebhook = z.infer<typeof listedWebhook>;

/** Oldest first. */
export const listedWebhooksAnswer = answerOf(z.object({ webhooks: z.array(listedWebhook) }));
