import { openDatabase } from '../../../adapters/d1/database.ts';
import type { RecordedEvent } from '../../webhook/event.ts';
import type { LedgerEnv } from '../ledger-env.ts';
import { selectWebhooks } from '../../../adapters/d1/webhooks.ts';

/**
 * Gives events to the desks of the webhooks that want them. Can be repeated: a desk keeps each event once.
 *
 * @returns whether the workspace has webhooks
 */
export async function handOutEvents(
  env: Pick<LedgerEnv, 'DB' | 'WEBHOOK_DESK'>,
  workspaceId: string,
  events: readonly RecordedEvent[],
): Promise<boolean> {
  const webhooks = await selectWebhooks(openDatabase(env.DB), workspaceId);
  await Promise.all(
    webhooks.map(async ({ id, events: chosen, disabledReason }) => {
      const types: readonly string[] = chosen;
      const wanted = disabledReason === null ? events.filter(({ type }) => types.includes(type)) : [];
      if (wanted.length > 0) await env.WEBHOOK_DESK.getByName(id).accept({ workspaceId, id }, wanted);
    }),
  );
  return webhooks.length > 0;
}
