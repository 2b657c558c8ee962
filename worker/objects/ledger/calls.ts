import { accountCalls } from './admission/account-calls.ts';
import { admissionCalls } from './admission/admission-calls.ts';
import { backupCalls } from './backup/backup-calls.ts';
import { batchCalls } from './batches/batch-calls.ts';
import { countCalls } from './counts/count-calls.ts';
import { fileCalls } from './files/file-calls.ts';
import { jobCalls } from './jobs/job-calls.ts';
import type { OpenLedger } from './open-ledger.ts';
import { shareCalls } from './shares/share-calls.ts';

/**
 * What a ledger can be asked. A function here is a call: the object has a method of its name, and so has the client of the
 * Worker, both without its first argument.
 */
export const LEDGER_CALLS = {
  ...admissionCalls,
  ...accountCalls,
  ...jobCalls,
  ...batchCalls,
  ...fileCalls,
  ...countCalls,
  ...shareCalls,
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
