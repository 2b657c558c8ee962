import type { RestoreStep } from '../../../../schema/api/ledger-copy.ts';
import type { CopyPosition, LedgerPage, RestoreResult } from './backup-protocol.ts';
import type { OpenLedger } from '../open-ledger.ts';

/** The calls of a ledger about its back-up. */
export const backupCalls = {
  /** @param from null for the first page */
  readCopy(ledger: OpenLedger, from: CopyPosition | null): LedgerPage {
    return ledger.copy.readPage(from, ledger.now());
  },

  /** Only the step `end` changes what the ledger knows. */
  async restore(ledger: OpenLedger, step: RestoreStep): Promise<RestoreResult> {
    const { accounts, restoring } = ledger;
    if (accounts.isClosed()) return { problem: 'closed' };
    if (step.step === 'begin') return restoring.begin();
    if (step.step === 'add') return restoring.add(step.rows);
    const result = restoring.end(step.ledgerId, ledger.now());
    await ledger.alarm.schedule();
    ledger.reportMetrics();
    return result;
  },
};
