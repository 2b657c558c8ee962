import { deleteFileObjects } from '../../../adapters/r2/file-objects.ts';
import type { OpenLedger } from '../open-ledger.ts';
import type { CopyReport, FileFilter, FilePage, FileRecord } from '../protocol.ts';

/** The calls of a ledger about files, and about their copies in targets. */
export const fileCalls = {
  /** Returns null also for a file whose retention has ended. */
  findFile: findKept,

  findFiles(ledger: OpenLedger, fileIds: readonly string[]): readonly (FileRecord | null)[] {
    return fileIds.map((fileId) => findKept(ledger, fileId));
  },

  listFiles(ledger: OpenLedger, filter: FileFilter): FilePage {
    if (ledger.accounts.isClosed()) return { files: [], more: false };
    return ledger.files.list(filter, ledger.now());
  },

  /** The object goes first: if that fails, the record remains and the deletion can be repeated. */
  async deleteFile(ledger: OpenLedger, fileId: string): Promise<boolean> {
    if (findKept(ledger, fileId) === null) return false;
    await deleteFileObjects(ledger.objects, [fileId]);
    ledger.releasing.forget([fileId], 'request', ledger.now());
    await ledger.alarm.schedule();
    ledger.handOutEvents();
    return true;
  },

  /** Returns null if the file was deleted. */
  async reportCopies(
    ledger: OpenLedger,
    fileId: string,
    reports: readonly CopyReport[],
  ): Promise<FileRecord | null> {
    const now = ledger.now();
    for (const report of reports) ledger.copies.report(fileId, report, now);
    ledger.waiting.wake(fileId);
    await ledger.alarm.schedule();
    return ledger.files.find(fileId);
  },
};

function findKept(ledger: OpenLedger, fileId: string): FileRecord | null {
  const file = ledger.accounts.isClosed() ? null : ledger.files.find(fileId);
  return file !== null && file.expiresAt > ledger.now() ? file : null;
}
