import type { CopyPosition, LedgerPage } from './backup-protocol.ts';
import type { OpenLedger } from '../open-ledger.ts';

/** The calls of a ledger about its back-up. */
export const backupCalls = {
  /** @param from null for the first page */
  readCopy(ledger: OpenLedger, from: CopyPosition | null): LedgerPage {
    return ledger.copy.readPage(from, ledger.now());
  },
};
