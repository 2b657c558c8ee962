import type { BatchDeskCalls } from '../batch/protocol.ts';
import type { WebhookDeskCalls } from '../webhook/protocol.ts';
import type { JobBell } from './jobs/job-protocol.ts';
import type { CopyTask } from './protocol.ts';

/** The bindings of a ledger. They are not picked from `Env`, because that names the calls of a ledger. */
export interface LedgerEnv {
  readonly FILES: R2Bucket;
  readonly TEMPLATES: R2Bucket;
  readonly DB: D1Database;
  readonly COPIES: Queue<CopyTask>;
  readonly JOBS: Queue<JobBell>;
  readonly WEBHOOK_DESK: DurableObjectNamespace<WebhookDeskCalls>;
  readonly BATCH_DESK: DurableObjectNamespace<BatchDeskCalls>;
}
