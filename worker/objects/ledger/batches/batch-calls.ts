import type { BatchRecord, MadeFile, RowAttempt, RowStart, RowStartRequest } from '../../batch/protocol.ts';
import type { OpenLedger } from '../open-ledger.ts';
import type { IdempotencyClaim, Refused } from '../protocol.ts';
import type {
  BatchAccepted,
  BatchFilter,
  BatchOpened,
  BatchOpening,
  BatchPage,
  BatchReport,
} from './batch-protocol.ts';

/** The calls of a ledger about batches (contract 14). */
export const batchCalls = {
  async openBatch(ledger: OpenLedger, opening: BatchOpening): Promise<BatchOpened> {
    const opened = ledger.batchBook.open(opening);
    await ledger.alarm.schedule();
    return opened;
  },

  async acceptBatch(
    ledger: OpenLedger,
    record: BatchRecord,
    claim: IdempotencyClaim | null,
  ): Promise<BatchAccepted> {
    const accepted = ledger.batchBook.accept(record, claim);
    await ledger.alarm.schedule();
    return accepted;
  },

  async dropBatch(ledger: OpenLedger, batchId: string): Promise<void> {
    ledger.batchBook.drop(batchId);
    await ledger.alarm.schedule();
  },

  async noteBatch(ledger: OpenLedger, report: BatchReport): Promise<void> {
    ledger.batchBook.note(report);
    await ledger.alarm.schedule();
    ledger.handOutEvents();
  },

  /** Returns null if the batch may run again. */
  async reopenBatch(ledger: OpenLedger, batchId: string): Promise<Refused | null> {
    const refused = ledger.batchBook.reopen(batchId);
    await ledger.alarm.schedule();
    return refused;
  },

  /** Returns null if there is a credit. */
  refuseBatchCredit(ledger: OpenLedger, batchId: string): Refused | null {
    return ledger.batchBook.refuseCredit(batchId);
  },

  listBatches(ledger: OpenLedger, filter: BatchFilter): BatchPage {
    return ledger.batchBook.list(filter);
  },

  async startRow(ledger: OpenLedger, request: RowStartRequest): Promise<RowStart> {
    const start = ledger.rowAttempts.start(request);
    await ledger.alarm.schedule();
    return start;
  },

  /** Returns the file of each row, or null. No commit of these attempts can succeed after it. */
  async endRows(
    ledger: OpenLedger,
    batchId: string,
    attempts: readonly RowAttempt[],
  ): Promise<readonly (MadeFile | null)[]> {
    const made = ledger.rowAttempts.end(batchId, attempts);
    await ledger.alarm.schedule();
    return made;
  },
};
