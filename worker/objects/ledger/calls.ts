import { accountCalls } from './admission/account-calls.ts';
import { admissionCalls } from './admission/admission-calls.ts';
import { backupCalls } from './backup/backup-calls.ts';
import { batchCalls } from './batches/batch-calls.ts';
import { countCalls } from './counts/count-calls.ts';
import { fileCalls } from './files/file-calls.ts';
import { jobCalls } from './jobs/job-calls.ts';
import type { OpenLedger } from './open-ledger.ts';

/**
 * The calls of a ledger. The object has a method of the name of each function here, and so has the client of the Worker, both
 * without its first argument.
 */
export const LEDGER_CALLS = {
  ...admissionCalls,
  ...accountCalls,
  ...jobCalls,
  ...batchCalls,
  ...fileCalls,
  ...countCalls,
  ...backupCalls,
};

type Calls = typeof LEDGER_CALLS;

/** The methods of the object. */
export type LedgerCalls = {
  [Name in keyof Calls]: Calls[Name] extends (ledger: OpenLedger, ...input: infer Input) => infer Answer
    ? (...input: Input) => Answer
    : never;
};

export type WorkspaceLedgerCalls = LedgerCalls & Rpc.DurableObjectBranded;
