import { type PlanId, PLANS } from '../../../../schema/plans.ts';
import type { OpenLedger } from '../open-ledger.ts';
import type { Account, AccountChange } from '../protocol.ts';
import type { Versioned } from './admission-protocol.ts';
import { accountOf, inMonth } from './credits.ts';

/** The calls of a ledger about its workspace: its credits, its keys, and what others cache of it. */
export const accountCalls = {
  account(ledger: OpenLedger, plan: PlanId): Account {
    const now = ledger.now();
    return accountOf(inMonth(ledger.accounts.balance(now), now), PLANS[plan].monthlyCredits);
  },

  adjust(ledger: OpenLedger, { plan, ...change }: AccountChange): void {
    const { accounts, batchSweep, inBackground } = ledger;
    const now = ledger.now();
    if (plan !== undefined) accounts.savePlan(plan);
    accounts.saveBalance({ ...inMonth(accounts.balance(now), now), ...change });
    // There may be credits for a batch that is paused.
    inBackground(batchSweep.wakePaused());
  },

  /** From this call on the key is refused everywhere (contract 5.5). */
  revokeKey(ledger: OpenLedger, keyId: string): void {
    ledger.accounts.revoke(keyId, ledger.now());
  },

  /** Epoch milliseconds by key id. */
  lastUses(ledger: OpenLedger): Readonly<Record<string, number>> {
    return ledger.accounts.lastUses();
  },

  /** Every admission returns the version, so isolates read the rows again after a change. */
  noteChanged(ledger: OpenLedger, of: Versioned): void {
    ledger.accounts.noteChanged(of);
  },

  /** From this call on, the ledger records events. */
  noteWebhook(ledger: OpenLedger): void {
    ledger.events.outbox.noteWebhook(ledger.now());
  },

  /** From this call on every request is refused. Alarms delete the files and the templates' objects in batches. */
  async close(ledger: OpenLedger): Promise<void> {
    const now = ledger.now();
    ledger.accounts.close(now);
    ledger.closing.begin(now);
    ledger.events.outbox.close();
    ledger.waiting.wakeAll();
    await ledger.alarm.schedule();
  },
};
