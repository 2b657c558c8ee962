import { PLANS, TEST_RETENTION_MS } from '../../../../schema/plans.ts';
import type { AccountStore } from '../admission/account-store.ts';
import { retryWaitMs, toJobError } from '../attempt-end.ts';
import type { Events } from '../events/events.ts';
import type { JobBells } from './job-bells.ts';
import type { JobError } from './job-protocol.ts';
import type { JobRow } from './job-row.ts';
import type { JobStore } from './job-store.ts';
import type { FileRecord, ReleaseReason } from '../protocol.ts';
import type { Waiting } from '../../storage/waiting.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The alarm deletes bodies in batches. */
const BODY_KEPT_MS = 10_000;

/** They cost no credit, so nothing else limits their number (contract 13.5). */
const MAX_WITHOUT_FILE = 10_000;

export interface JobSettlingDeps {
  readonly jobs: JobStore;
  readonly accounts: AccountStore;
  readonly bells: JobBells;
  readonly waiting: Waiting;
  readonly events: Events;
}

/**
 * An attempt of a job is a reservation, so it ends as reservations do: by a commit, by a release, or by the alarm (decision
 * 32). Each end runs in the transaction that ends the reservation.
 */
export class JobSettling {
  readonly #deps: JobSettlingDeps;

  constructor(deps: JobSettlingDeps) {
    this.#deps = deps;
  }

  /** The file was recorded. @param fileIds of a split */
  committed({ fileId, expiresAt }: FileRecord, fileIds: readonly string[], now: number): void {
    const job = this.#deps.jobs.ofFile(fileId);
    if (job === null) return;
    this.#finish({ ...job, state: 'succeeded', expiresAt }, now);
    this.#deps.events.jobSucceeded(job, fileId, fileIds, now);
  }

  /**
   * The reservation was released.
   *
   * @param reason null if the attempt did not report its end
   * @returns whether the job runs again
   */
  released(fileId: string, reason: ReleaseReason | null, now: number): boolean {
    const job = this.#deps.jobs.ofFile(fileId);
    if (job === null) return false;
    const waitMs = retryWaitMs(job.attempts, reason);
    if (waitMs === null) {
      this.fail(job, toJobError(reason), now);
      return false;
    }
    this.postpone(job, now + waitMs, now);
    return true;
  }

  postpone(job: JobRow, dueAt: number, now: number): void {
    const { jobs, bells } = this.#deps;
    jobs.save({ ...job, state: 'queued', fileId: null, isRung: false, dueAt });
    bells.ring(now);
  }

  fail(job: JobRow, error: JobError, now: number): void {
    this.#finish({ ...this.#withoutFile(job, now), state: 'failed', error }, now);
    this.#deps.jobs.expireBeyond('failed', MAX_WITHOUT_FILE, now);
    this.#deps.events.jobFailed(job, error, now);
  }

  cancel(job: JobRow, now: number): void {
    this.#finish({ ...this.#withoutFile(job, now), state: 'canceled' }, now);
    this.#deps.jobs.expireBeyond('canceled', MAX_WITHOUT_FILE, now);
  }

  #withoutFile(job: JobRow, now: number): JobRow {
    const { retentionDays } = PLANS[this.#deps.accounts.plan() ?? job.plan];
    const retentionMs = job.environment === 'test' ? TEST_RETENTION_MS : retentionDays * DAY_MS;
    return { ...job, fileId: null, expiresAt: now + retentionMs };
  }

  /** The only place in which a job ends, always in a transaction. */
  #finish(job: JobRow, now: number): void {
    const { jobs, bells, waiting } = this.#deps;
    jobs.save({ ...job, isRung: false, finishedAt: now, dueAt: now + BODY_KEPT_MS });
    waiting.wake(job.jobId);
    bells.ring(now);
  }
}
