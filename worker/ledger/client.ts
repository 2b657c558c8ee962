import type { PlanId } from '../../schema/plans.ts';
import type { WorkspaceLedger } from './ledger.ts';
import type { Account, Admission, AdmissionRequest, FileRecord, Settlement } from './protocol.ts';

/** A workspace's ledger, as the worker calls it: each method is one call of the Durable Object. */
export interface Ledger {
  admit(request: AdmissionRequest): Promise<Admission>;
  commit(file: FileRecord, plan: PlanId): Promise<Settlement>;
  release(fileId: string): Promise<boolean>;
  revokeKey(keyId: string): Promise<void>;
  account(plan: PlanId): Promise<Account>;
  adjust(change: { quotaUsed?: number; credits?: number }): Promise<void>;
  close(): Promise<void>;
}

export const ledgerClient = (stub: DurableObjectStub<WorkspaceLedger>): Ledger => ({
  admit: async (request) => await stub.admit(request),
  commit: async (file, plan) => await stub.commit(file, plan),
  release: async (fileId) => await stub.release(fileId),
  revokeKey: async (keyId) => await stub.revokeKey(keyId),
  account: async (plan) => await stub.account(plan),
  adjust: async (change) => await stub.adjust(change),
  close: async () => await stub.close(),
});
