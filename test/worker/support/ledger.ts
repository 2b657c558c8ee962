import { env, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { vi } from 'vitest';
import { newId } from '../../../schema/ids.ts';
import { type Ledger, ledgerClient } from '../../../worker/objects/ledger/client.ts';

/** In the future: the platform fires alarms by its own clock, and must fire none during a test. */
export const NOON = Date.parse('2040-11-20T12:00:00Z');

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export type LedgerStub = ReturnType<typeof env.LEDGER.getByName>;

interface OpenLedger {
  readonly workspaceId: string;
  readonly stub: LedgerStub;
  readonly ledger: Ledger;
}

/** Stops the clock at noon and opens the ledger of a new workspace. The test restores the clock. */
export function openLedgerAtNoon(): OpenLedger {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  const workspaceId = newId('ws');
  const stub = env.LEDGER.getByName(workspaceId);
  return { workspaceId, stub, ledger: ledgerClient(() => stub) };
}

/** The statements change the tables to what they were before tables had a version. Then the ledger is evicted. */
export async function makeOlder(stub: LedgerStub, ...statements: readonly string[]): Promise<void> {
  await runInDurableObject(stub, (_, { storage }) => {
    for (const statement of statements) storage.sql.exec(statement);
    storage.kv.delete('schema');
  });
  await evictDurableObject(stub);
}
