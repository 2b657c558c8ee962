import { BELL_MS } from '../../lease.ts';
import type { AccountStore } from '../admission/account-store.ts';
import { type BellSender, sendBells } from '../../storage/send-bells.ts';
import type { JobBell } from './job-protocol.ts';
import type { JobStore } from './job-store.ts';
import type { Places } from './places.ts';

export interface JobBellsDeps extends BellSender<JobBell> {
  readonly jobs: JobStore;
  readonly accounts: AccountStore;
  readonly places: Places;
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
    const { jobs, accounts } = this.#deps;
    if (accounts.isClosed()) return;
    jobs.forgetLostBells(now);
    const next = jobs.waiting(now, this.#room());
    for (const job of next) jobs.save({ ...job, isRung: true, dueAt: now + BELL_MS });
    const workspaceId = accounts.workspaceId();
    sendBells(
      this.#deps,
      next.map(({ jobId }) => ({ workspaceId, jobId })),
      'job_bells_failed',
    );
  }

  /** Epoch milliseconds. It is null if the alarm has no work with jobs. */
  nextDue(): number | null {
    const { jobs, accounts } = this.#deps;
    if (accounts.isClosed()) return jobs.removalDue();
    const due = jobs.nextDue(true);
    // A job that waits for another one to end needs no alarm.
    return due === null || this.#room() > 0 ? due : jobs.nextDue(false);
  }

  /** Returns the number of jobs that may still start or be in the queue. */
  #room(): number {
    const { jobs, accounts, places } = this.#deps;
    const plan = accounts.plan() ?? jobs.firstPlan();
    return plan === null ? 0 : places.forJobs(plan);
  }
}
