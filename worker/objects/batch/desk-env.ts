import type { WorkspaceLedgerCalls } from '../ledger/calls.ts';
import type { BatchBell } from './protocol.ts';

/** The bindings of a batch's desk. They are not picked from `Env`, because that names the calls of a desk. */
export interface DeskEnv {
  readonly FILES: R2Bucket;
  readonly BATCHES: Queue<BatchBell>;
  readonly LEDGER: DurableObjectNamespace<WorkspaceLedgerCalls>;
}
