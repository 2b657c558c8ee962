import { outranks } from '../../../../schema/api/errors.ts';
import { PLANS, type Plan, type PlanId } from '../../../../schema/plans.ts';
import type { AnsweredCode } from '../../../lib/api-error.ts';
import type { AccountStore } from './account-store.ts';
import type { CopyIndex } from '../files/copy-index.ts';
import { inMonth, usageOf } from './credits.ts';
import type { FileGroups } from '../files/file-groups.ts';
import type { FileIndex } from '../files/file-index.ts';
import type { JobBook } from '../jobs/job-book.ts';
import type { JobRecord, JobRequest } from '../jobs/job-protocol.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { RateState } from '../../rate-limit/rate-window.ts';
import type { Admission, AdmissionRequest, Decision, ReservationRequest } from './admission-protocol.ts';
import { isSameBody, type Refusal, type Refused } from '../protocol.ts';
import { countInWindow, openWindow, toRateState } from '../../rate-limit/rate-window.ts';
import { excerptsOf } from '../files/excerpts.ts';
import type { RequestCounts } from '../counts/request-counts.ts';
import type { ReservationStore } from './reservation-store.ts';
import type { Reserving } from './reserving.ts';
import type { Waiting } from '../../storage/waiting.ts';

export interface AdmittingDeps {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly copies: CopyIndex;
  readonly files: FileIndex;
  readonly groups: FileGroups;
  readonly requests: RequestCounts;
  readonly reserving: Reserving;
  readonly jobs: JobStore;
  readonly jobBook: JobBook;
  readonly waiting: Waiting;
  readonly now: () => number;
}

export class Admitting {
  readonly #deps: AdmittingDeps;

  constructor(deps: AdmittingDeps) {
    this.#deps = deps;
  }

  /**
   * Refuses with the first reason in the order of contract 3.4. A reservation can be repeated: if the file is reserved,
   * an earlier call made the reservation and its answer was lost.
   */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const plan = this.#deps.accounts.plan() ?? request.plan;
    return { ...(await this.#admit(inPlan(request, plan))), plan };
  }

  async #admit(request: AdmissionRequest): Promise<Decision> {
    const { requests, now } = this.#deps;
    const repeated = this.#findReserved(request);
    if (repeated !== null) return repeated;
    const arrivedAt = now();
    if (request.counted !== true) requests.addRequest(arrivedAt);
    const admission = await this.#decide(request, arrivedAt);
    const error = findError(admission, request.errorCode);
    if (error !== undefined) requests.addError(error, arrivedAt);
    return admission;
  }

  /** The admission of a call that was made before. It is null if there was none. */
  #findReserved({ plan, reservation, job }: AdmissionRequest): Decision | null {
    const { accounts, reservations, jobs } = this.#deps;
    const window = accounts.rateWindow();
    const isReserved = reservation && reservations.find(reservation.fileId)?.released === false;
    const isOpen = job && jobs.find(job.jobId)?.state === 'arriving';
    if (window === null || !(isReserved || isOpen)) return null;
    return this.#reserved(toRateState(window, PLANS[plan].requestsPerMinute));
  }

  async #decide(request: AdmissionRequest, now: number): Promise<Decision> {
    const { accounts } = this.#deps;
    const plan = PLANS[request.plan];
    const counted = this.#count(request, plan, now);
    accounts.noteUse(request.keyId, now);
    const { rate } = counted;
    if (accounts.isRevoked(request.keyId)) return refused(rate, 'API_KEY_REVOKED');
    if (accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    if (!counted.allowed) return refused(rate, 'RATE_LIMIT_EXCEEDED', counted.retryAfterSeconds);
    if (request.reservation === undefined && request.job === undefined) return { rate, outcome: 'counted' };
    return this.#reserve(request, rate);
  }

  #count({ counted }: AdmissionRequest, { requestsPerMinute }: Plan, now: number) {
    const { accounts } = this.#deps;
    const previous = accounts.rateWindow();
    if (counted === true) {
      const rate = toRateState(openWindow(previous, now), requestsPerMinute);
      return { rate, allowed: true, retryAfterSeconds: 0 };
    }
    const result = countInWindow(previous, requestsPerMinute, now);
    accounts.saveRateWindow(result.window);
    return result;
  }

  async #reserve(request: AdmissionRequest, rate: RateState): Promise<Decision> {
    const { accounts, waiting, now } = this.#deps;
    const wanted = request.job ?? request.reservation;
    if (wanted === undefined) throw new Error('Neither a file nor a job is requested');
    for (;;) {
      // The workspace may be deleted while a duplicate waits.
      if (accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
      const holder = this.#findHolder(wanted, now());
      if (holder === null) return this.#reserveNow(request, rate);
      // A repeated call waited for the same file or job as this one, and reserved first.
      if (holder.id === idOf(wanted)) return this.#reserved(rate);
      if (wanted.idempotency && !isSameBody(holder.bodyHash, wanted.idempotency)) {
        return refused(rate, 'IDEMPOTENCY_CONFLICT');
      }
      const known = request.job && this.#findKnownJob(holder);
      if (known) return { rate, outcome: 'known', job: known };
      if (!holder.pending) {
        await this.#waitForCopies(holder.id, wanted.deadline, now());
        return this.#replay(holder.id, PLANS[request.plan], rate, now());
      }
      const settled = await waiting.settledWithin(holder.id, wanted.deadline - now());
      if (!settled) return refused(rate, 'REQUEST_TIMEOUT');
    }
  }

  /** The file or the job that has the idempotency key. It is null without a key, or if it is free. */
  #findHolder({ environment, idempotency }: Wanted, now: number): Holder | null {
    if (idempotency === undefined) return null;
    const { reservations, jobs } = this.#deps;
    const job = jobs.ofClaim(environment, idempotency.key);
    if (job?.idempotency) return { id: job.jobId, bodyHash: job.idempotency.bodyHash, pending: true };
    const entry = reservations.idempotencyEntry(environment, idempotency.key, now);
    return entry && { id: entry.fileId, bodyHash: entry.bodyHash, pending: entry.pending };
  }

  /** A job is known when its body is stored. Null also for the file of a request that was no job. */
  #findKnownJob({ id, pending }: Holder): JobRecord | null {
    const { jobs, jobBook } = this.#deps;
    const job = pending ? jobs.find(id) : jobs.ofFile(id);
    return job === null || job.state === 'arriving' ? null : jobBook.describe(job);
  }

  #reserveNow({ job, reservation, keyId, plan }: AdmissionRequest, rate: RateState): Decision {
    const { reserving, jobBook } = this.#deps;
    const now = this.#deps.now();
    let limit: Refused | null = null;
    if (job !== undefined) limit = jobBook.open(job, keyId, plan, now);
    else if (reservation !== undefined) {
      limit = reserving.reserve({ ...reservation, isAlone: true }, PLANS[plan], now);
    }
    return limit === null ? this.#reserved(rate) : { rate, outcome: 'refused', ...limit };
  }

  #reserved(rate: RateState): Decision {
    const { accounts } = this.#deps;
    return {
      rate,
      outcome: 'reserved',
      templatesVersion: accounts.version('templates'),
      targetsVersion: accounts.version('targets'),
    };
  }

  /** A duplicate returns the first request's copies, so it waits until they are made or have failed. */
  async #waitForCopies(fileId: string, deadline: number, now: number): Promise<void> {
    const until = this.#deps.copies.pendingUntil(fileId, now);
    if (until !== null) await this.#deps.waiting.settledWithin(fileId, Math.min(until, deadline) - now);
  }

  #replay(fileId: string, plan: Plan, rate: RateState, now: number): Decision {
    if (this.#deps.accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    const file = this.#deps.files.find(fileId);
    if (file === null) throw new Error('An idempotency key names a file that is not in the index');
    const balance = inMonth(this.#deps.accounts.balance(now), now);
    const excerpts = excerptsOf(this.#deps, fileId);
    return { rate, outcome: 'replayed', file, excerpts, usage: usageOf(balance, plan.monthlyCredits) };
  }
}

type Wanted = ReservationRequest | JobRequest;

interface Holder {
  /** The id of the file, or of a job that has not ended. */
  readonly id: string;
  readonly bodyHash: string;
  readonly pending: boolean;
}

const idOf = (wanted: Wanted): string => ('jobId' in wanted ? wanted.jobId : wanted.fileId);

const refused = (rate: RateState, refusal: Refusal, retryAfterSeconds?: number): Decision => ({
  rate,
  outcome: 'refused',
  refusal,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

function findError(admission: Decision, found: AnsweredCode | undefined): AnsweredCode | undefined {
  if (admission.outcome !== 'refused') return found;
  const { refusal } = admission;
  return found === undefined || outranks(refusal, found) ? refusal : found;
}

/** The request under another plan. Its deadline moves with the plan's timeout. */
function inPlan(request: AdmissionRequest, plan: PlanId): AdmissionRequest {
  const { reservation, job } = request;
  if (plan === request.plan) return request;
  const moveMs = PLANS[plan].timeoutMs - PLANS[request.plan].timeoutMs;
  return {
    ...request,
    plan,
    ...(reservation && { reservation: { ...reservation, deadline: reservation.deadline + moveMs } }),
    ...(job && { job: { ...job, deadline: job.deadline + moveMs } }),
  };
}
