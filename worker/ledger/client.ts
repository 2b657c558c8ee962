import type { PlanId } from '../../schema/plans.ts';
import type { WorkspaceLedger } from './ledger.ts';
import type {
  Account,
  Admission,
  AdmissionRequest,
  CopyReport,
  FileFilter,
  FilePage,
  FileRecord,
  Settlement,
  UsageCount,
} from './protocol.ts';

/** A workspace's ledger, as the worker calls it: each method is one call of the Durable Object. */
export interface Ledger {
  admit(request: AdmissionRequest): Promise<Admission>;
  commit(file: FileRecord, plan: PlanId): Promise<Settlement>;
  release(fileId: string): Promise<boolean>;
  revokeKey(keyId: string): Promise<void>;
  account(plan: PlanId): Promise<Account>;
  adjust(change: { quotaUsed?: number; credits?: number }): Promise<void>;
  usageCounts(): Promise<readonly UsageCount[]>;
  findFile(fileId: string): Promise<FileRecord | null>;
  listFiles(filter: FileFilter): Promise<FilePage>;
  deleteFile(fileId: string): Promise<boolean>;
  reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null>;
  noteTargetsChanged(): Promise<void>;
  close(): Promise<void>;
}

export const ledgerClient = (stub: DurableObjectStub<WorkspaceLedger>): Ledger => ({
  admit: async (request) => await stub.admit(request),
  commit: async (file, plan) => await stub.commit(file, plan),
  release: async (fileId) => await stub.release(fileId),
  revokeKey: async (keyId) => await stub.revokeKey(keyId),
  account: async (plan) => await stub.account(plan),
  adjust: async (change) => await stub.adjust(change),
  usageCounts: async () => await stub.usageCounts(),
  findFile: async (fileId) => await stub.findFile(fileId),
  listFiles: async (filter) => await stub.listFiles(filter),
  deleteFile: async (fileId) => await stub.deleteFile(fileId),
  reportCopies: async (fileId, reports) => await stub.reportCopies(fileId, reports),
  noteTargetsChanged: async () => await stub.noteTargetsChanged(),
  close: async () => await stub.close(),
});
