import { BELL_MS } from '../../lease.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { JobBell } from './job-protocol.ts';
import type { JobStore } from './job-store.ts';
import type { Places } from './places.ts';

export interface JobBellsDeps {
  readonly jobs: JobStore;
  readonly accounts: AccountStore;
  readonly places: Places;
  readonly queue: () => Queue<JobBell>;
  /** Runs work that the caller does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/**
 * Sends queued jobs to the queue, oldest first. A workspace has at most as many messages in the queue as it may run jobs,
 * so its jobs do not delay those of others. A lost message is sent again by the alarm.
 */
export class JobBells {
  readonly #deps: JobBellsDeps;

  constructor(deps: JobBellsDeps) {
    this.#deps = deps;
  }

  /** Call it after every change that lets a job start. */
  ring(now: number): void {
    const { jobs, accounts, queue, inBackground } = this.#deps;
    if (accounts.isClosed()) return;
    jobs.forgetLostBells(now);
    const next = jobs.waiting(now, this.#room());
    if (next.length === 0) return;
    for (const job of next) jobs.save({ ...job, isRung: true, dueAt: now + BELL_MS });
    const workspaceId = accounts.workspaceId();
    inBackground(
      queue()
        .sendBatch(next.map(({ jobId }) => ({ body: { workspaceId, jobId } })))
        .catch((error: unknown) =>
          console.error(JSON.stringify({ event: 'job_bells_failed', workspaceId, cause: String(error) })),
        ),
    );
  }

  /** Epoch milliseconds. Null if the alarm has no work with jobs. */
  nextDue(): number | null {
    const { jobs, accounts } = this.#deps;
    if (accounts.isClosed()) return jobs.removalDue();
    const due = jobs.nextDue(true);
    // A job that waits for another one to end needs no alarm.
    return due === null || this.#room() > 0 ? due : jobs.nextDue(false);
  }

  /** How many more jobs may start or be in the queue. */
  #room(): number {
    const { jobs, accounts, places } = this.#deps;
    const plan = accounts.plan() ?? jobs.firstPlan();
    return plan === null ? 0 : places.forJobs(plan);
  }
}
