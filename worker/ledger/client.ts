import type { PlanId } from '../../schema/plans.ts';
import type { AnsweredCode } from '../api-error.ts';
import type { DaySpan } from './day.ts';
import type { WorkspaceLedger } from './ledger.ts';
import type {
  Account,
  Admission,
  AdmissionRequest,
  CopyReport,
  FileFilter,
  FilePage,
  FileRecord,
  Release,
  RequestStatistics,
  Settlement,
  UsageCount,
  Versioned,
} from './protocol.ts';

/** Each method is one call to the Durable Object. */
export interface Ledger {
  admit(request: AdmissionRequest): Promise<Admission>;
  commit(file: FileRecord, plan: PlanId): Promise<Settlement>;
  release(fileId: string, errorCode: AnsweredCode): Promise<Release>;
  countError(errorCode: AnsweredCode): Promise<void>;
  revokeKey(keyId: string): Promise<void>;
  account(plan: PlanId): Promise<Account>;
  adjust(change: { quotaUsed?: number; credits?: number }): Promise<void>;
  lastUses(): Promise<Readonly<Record<string, number>>>;
  usageCounts(span: DaySpan): Promise<readonly UsageCount[]>;
  requestStatistics(span: DaySpan): Promise<RequestStatistics>;
  findFile(fileId: string): Promise<FileRecord | null>;
  listFiles(filter: FileFilter): Promise<FilePage>;
  deleteFile(fileId: string): Promise<boolean>;
  reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null>;
  noteChanged(of: Versioned): Promise<void>;
  close(): Promise<void>;
}

export const ledgerClient = (stub: DurableObjectStub<WorkspaceLedger>): Ledger => ({
  admit: async (request) => await stub.admit(request),
  commit: async (file, plan) => await stub.commit(file, plan),
  release: async (fileId, errorCode) => await stub.release(fileId, errorCode),
  countError: async (errorCode) => await stub.countError(errorCode),
  revokeKey: async (keyId) => await stub.revokeKey(keyId),
  account: async (plan) => await stub.account(plan),
  adjust: async (change) => await stub.adjust(change),
  lastUses: async () => await stub.lastUses(),
  usageCounts: async (span) => await stub.usageCounts(span),
  requestStatistics: async (span) => await stub.requestStatistics(span),
  findFile: async (fileId) => await stub.findFile(fileId),
  listFiles: async (filter) => await stub.listFiles(filter),
  deleteFile: async (fileId) => await stub.deleteFile(fileId),
  reportCopies: async (fileId, reports) => await stub.reportCopies(fileId, reports),
  noteChanged: async (of) => await stub.noteChanged(of),
  close: async () => await stub.close(),
});
