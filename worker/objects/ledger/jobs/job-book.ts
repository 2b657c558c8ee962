import { type PlanId, PLANS } from '../../../../schema/plans.ts';
import { newLease } from '../../lease.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { FileGroups } from '../files/file-groups.ts';
import type { FileIndex } from '../files/file-index.ts';
import { excerptsOf } from '../files/excerpts.ts';
import type { JobBells } from './job-bells.ts';
import type {
  Cancellation,
  Enqueued,
  JobAttempt,
  JobFilter,
  JobPage,
  JobRecord,
  JobRequest,
} from './job-protocol.ts';
import type { JobRow } from './job-row.ts';
import type { JobSettling } from './job-settling.ts';
import type { JobStore } from './job-store.ts';
import type { Places } from './places.ts';
import type { Refused } from '../protocol.ts';
import { refusalError } from '../refusal-error.ts';
import { type Releasing, SECOND_SWEEP_MS } from '../admission/releasing.ts';
import type { RequestCounts } from '../counts/request-counts.ts';
import { type ReservationStore, SETTLING_TIME_MS } from '../admission/reservation-store.ts';
import type { Reserving } from '../admission/reserving.ts';
import type { Waiting } from '../../storage/waiting.ts';

/** The time at which a workspace with too many jobs may try again. */
const LIMIT_RETRY_SECONDS = 5;

export interface JobBookDeps {
  readonly jobs: JobStore;
  readonly settling: JobSettling;
  readonly bells: JobBells;
  readonly places: Places;
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly reserving: Reserving;
  readonly releasing: Releasing;
  readonly files: FileIndex;
  readonly groups: FileGroups;
  readonly requests: RequestCounts;
  readonly waiting: Waiting;
  readonly inTransaction: <Result>(work: () => Result) => Result;
  readonly now: () => number;
}

/** The jobs of one workspace, from their acceptance to their attempts (contract 13). */
export class JobBook {
  readonly #deps: JobBookDeps;

  constructor(deps: JobBookDeps) {
    this.#deps = deps;
  }

  /** Makes the row before the body is stored: a body without a row would never be deleted. It is null if the job is accepted. */
  open(request: JobRequest, keyId: string, plan: PlanId, now: number): Refused | null {
    const { jobs, reserving } = this.#deps;
    const refused = reserving.refuseCredit(request.environment, PLANS[plan], now);
    if (refused !== null) return refused;
    if (jobs.countOpen() >= PLANS[plan].maxOpenJobs) {
      return { refusal: 'JOB_LIMIT_REACHED', retryAfterSeconds: LIMIT_RETRY_SECONDS };
    }
    jobs.save({
      jobId: request.jobId,
      requestId: request.requestId,
      trace: request.trace ?? null,
      state: 'arriving',
      keyId,
      plan,
      environment: request.environment,
      wantsReport: request.wantsReport ?? false,
      meta: request.meta ?? null,
      creditsLater: request.creditsLater ?? false,
      idempotency: request.idempotency ?? null,
      template: null,
      fileId: null,
      attempts: 0,
      isRung: false,
      createdAt: now,
      startedAt: null,
      finishedAt: null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      expiresAt: null,
      error: null,
    });
    return null;
  }

  /**
   * The body is stored. Can be repeated.
   *
   * @param template the version that the job prints
   */
  enqueue(jobId: string, template: string | null): Enqueued {
    const { jobs, bells, accounts, waiting, inTransaction, now } = this.#deps;
    if (accounts.isClosed()) return { outcome: 'closed' };
    const job = jobs.find(jobId);
    if (job === null || job.state === 'dropped') return { outcome: 'late' };
    if (job.state !== 'arriving') return { outcome: 'queued', job: this.describe(job) };
    const queued = { ...job, state: 'queued', template, dueAt: now() } as const;
    inTransaction(() => {
      jobs.save(queued);
      bells.ring(now());
    });
    waiting.wake(jobId);
    return { outcome: 'queued', job: this.describe(queued) };
  }

  /** The acceptance failed. The body may be stored, now or a little later. */
  drop(jobId: string): void {
    const { jobs, waiting, now } = this.#deps;
    const job = jobs.find(jobId);
    if (job?.state !== 'arriving') return;
    jobs.save({ ...job, state: 'dropped', dueAt: now() + SECOND_SWEEP_MS });
    waiting.wake(jobId);
  }

  /**
   * Starts an attempt: reserves its file and a credit. Can be repeated.
   *
   * Returns null if there is nothing to do: another attempt runs, the job has ended, or it is not its turn.
   */
  start(jobId: string, fileId: string): JobAttempt | null {
    const job = this.#deps.jobs.find(jobId);
    if (job === null || this.#deps.accounts.isClosed()) return null;
    if (job.state === 'running' && job.fileId === fileId) return this.#attempt(job);
    return this.#deps.inTransaction(() => this.#startNow(job, fileId));
  }

  #startNow(job: JobRow, fileId: string): JobAttempt | null {
    const { jobs, accounts, places, requests, reserving, settling } = this.#deps;
    const now = this.#deps.now();
    if (job.state !== 'queued' || (!job.isRung && (job.dueAt ?? 0) > now)) return null;
    const plan = this.#planOf(job);
    if (places.isFullForJobs(accounts.plan() ?? job.plan)) {
      jobs.save({ ...job, isRung: false, dueAt: now });
      return null;
    }
    const { environment, idempotency, creditsLater } = job;
    const deadline = now + plan.timeoutMs;
    const terms = { fileId, environment, deadline, creditsLater, ...(idempotency && { idempotency }) };
    const refused: Refused | null = accounts.isRevoked(job.keyId)
      ? { refusal: 'API_KEY_REVOKED' }
      : reserving.reserve(terms, plan, now);
    if (refused?.refusal === 'PRINTS_LIMITED') {
      settling.postpone(job, now + (refused.retryAfterSeconds ?? 1) * 1_000, now);
      return null;
    }
    if (refused !== null) {
      const { code, message, details, retryAfterSeconds } = refusalError(refused);
      requests.addError(code, now);
      settling.fail(job, { code, message, details, retryAfterSeconds }, now);
      return null;
    }
    const attempts = job.attempts + 1;
    const running = { ...job, state: 'running', fileId, attempts, startedAt: now, isRung: false } as const;
    jobs.save({ ...running, dueAt: newLease() });
    return this.#attempt(running);
  }

  /** The attempt with this file goes on. Can be repeated. */
  renew(jobId: string, fileId: string): void {
    const { jobs } = this.#deps;
    const job = jobs.find(jobId);
    if (job?.state === 'running' && job.fileId === fileId) jobs.save({ ...job, dueAt: newLease() });
  }

  #attempt({ keyId, requestId, trace, environment, plan, template }: JobRow): JobAttempt {
    const { accounts } = this.#deps;
    return {
      keyId,
      requestId,
      trace,
      environment,
      template,
      plan: accounts.plan() ?? plan,
      templatesVersion: accounts.version('templates'),
      targetsVersion: accounts.version('targets'),
    };
  }

  #planOf = (job: JobRow) => PLANS[this.#deps.accounts.plan() ?? job.plan];

  /** @param waitMs how long to wait for the end of the job */
  async find(jobId: string, waitMs: number): Promise<JobRecord | null> {
    const { waiting, now } = this.#deps;
    const until = now() + waitMs;
    for (;;) {
      const job = this.#visible(jobId);
      const leftMs = until - now();
      if (job === null || job.finishedAt !== null || leftMs <= 0) return job && this.describe(job);
      await waiting.settledWithin(jobId, leftMs);
    }
  }

  list(filter: JobFilter): JobPage {
    const { jobs, accounts, now } = this.#deps;
    if (accounts.isClosed()) return { jobs: [], more: false };
    const { rows, more } = jobs.list(filter, now());
    return { jobs: rows.map((row) => this.describe(row)), more };
  }

  /** No commit of the attempt can succeed after it. Can be repeated. */
  cancel(jobId: string): Cancellation {
    const { reservations, settling, releasing, inTransaction } = this.#deps;
    const job = this.#visible(jobId);
    if (job === null) return { outcome: 'unknown' };
    if (job.state === 'succeeded' || job.state === 'failed') {
      return { outcome: 'finished', job: this.describe(job) };
    }
    if (job.state !== 'canceled') {
      const now = this.#deps.now();
      const reservation = job.fileId === null ? null : reservations.find(job.fileId);
      inTransaction(() => {
        if (reservation !== null) releasing.abandon(reservation, now);
        settling.cancel(job, now);
      });
    }
    return { outcome: 'canceled', job: this.describe(this.#visible(jobId) ?? job) };
  }

  /** Returns null for a job that a client cannot see. */
  #visible(jobId: string): JobRow | null {
    const { jobs, accounts, now } = this.#deps;
    const job = accounts.isClosed() ? null : jobs.find(jobId);
    if (job === null || job.state === 'arriving' || job.state === 'dropped') return null;
    return job.expiresAt === null || job.expiresAt > now() ? job : null;
  }

  describe(job: JobRow): JobRecord {
    const { jobId, requestId, state, environment, createdAt, startedAt, finishedAt, expiresAt } = job;
    const fileId = state === 'succeeded' ? job.fileId : null;
    return {
      jobId,
      requestId,
      state: state === 'arriving' || state === 'dropped' ? 'queued' : state,
      environment,
      template: job.template,
      createdAt,
      startedAt,
      finishedAt,
      expiresAt,
      attempts: job.attempts,
      fileId,
      file: fileId === null ? null : this.#deps.files.find(fileId),
      excerpts: fileId === null ? [] : excerptsOf(this.#deps, fileId),
      hasReport: fileId !== null && job.wantsReport,
      meta: job.meta,
      error: job.error,
    };
  }
}
