import type { BatchRecord, MadeFile, RowAttempt, RowStart, RowStartRequest } from '../batch/protocol.ts';
import type {
  BatchAccepted,
  BatchFilter,
  BatchOpened,
  BatchOpening,
  BatchPage,
  BatchReport,
} from './batches/batch-protocol.ts';
import { LedgerObject } from './ledger-object.ts';
import type { FileRecord, IdempotencyClaim, Refused } from './protocol.ts';

/** The calls of a ledger that are about batches (contract 14). */
export abstract class BatchLedger extends LedgerObject {
  async openBatch(opening: BatchOpening): Promise<BatchOpened> {
    const opened = this.deps.batchBook.open(opening);
    await this.scheduleAlarm();
    return opened;
  }

  async acceptBatch(record: BatchRecord, claim: IdempotencyClaim | null): Promise<BatchAccepted> {
    const accepted = this.deps.batchBook.accept(record, claim);
    await this.scheduleAlarm();
    return accepted;
  }

  async dropBatch(batchId: string): Promise<void> {
    this.deps.batchBook.drop(batchId);
    await this.scheduleAlarm();
  }

  async noteBatch(report: BatchReport): Promise<void> {
    this.deps.batchBook.note(report);
    await this.scheduleAlarm();
    this.handOutEvents();
  }

  async reopenBatch(batchId: string): Promise<Refused | null> {
    const refused = this.deps.batchBook.reopen(batchId);
    await this.scheduleAlarm();
    return refused;
  }

  refuseBatchCredit(batchId: string): Refused | null {
    return this.deps.batchBook.refuseCredit(batchId);
  }

  listBatches(filter: BatchFilter): BatchPage {
    return this.deps.batchBook.list(filter);
  }

  async startRow(request: RowStartRequest): Promise<RowStart> {
    const start = this.deps.rowAttempts.start(request);
    await this.scheduleAlarm();
    return start;
  }

  async endRows(batchId: string, attempts: readonly RowAttempt[]): Promise<(MadeFile | null)[]> {
    const made = this.deps.rowAttempts.end(batchId, attempts);
    await this.scheduleAlarm();
    return made;
  }

  /** Null for a file that was deleted. */
  findFiles(fileIds: readonly string[]): (FileRecord | null)[] {
    const { accounts, files } = this.deps;
    const now = this.now();
    if (accounts.isClosed()) return fileIds.map(() => null);
    return fileIds.map((fileId) => {
      const file = files.find(fileId);
      return file !== null && file.expiresAt > now ? file : null;
    });
  }
}
