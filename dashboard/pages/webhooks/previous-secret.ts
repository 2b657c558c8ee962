import type { WebhookBody } from '../../../schema/api/webhooks.ts';

/** Until when requests have a second signature. It is null if they have one signature. */
export const previousSecretUntil = (
  { previousSecretUntil: until }: Pick<WebhookBody, 'previousSecretUntil'>,
  now = Date.now(),
): string | null => (until !== null && Date.parse(until) > now ? until : null);
