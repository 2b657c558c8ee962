import { outranks } from '../../schema/api/errors.ts';
import { PLANS, type Plan, type PlanId } from '../../schema/plans.ts';
import type { AnsweredCode } from '../api-error.ts';
import type { AccountStore } from './account-store.ts';
import type { CopyIndex } from './copy-index.ts';
import { inMonth, remainingOf, secondsToNextMonth, usageOf } from './credits.ts';
import type { FileIndex } from './file-index.ts';
import type { RateState } from '../rate-limit/rate-window.ts';
import type { Admission, AdmissionRequest, Decision, Refusal, ReservationRequest } from './protocol.ts';
import { countInWindow, openWindow, toRateState } from '../rate-limit/rate-window.ts';
import type { LostTime } from './lost-time.ts';
import type { RequestCounts } from './request-counts.ts';
import { type ReservationStore, SETTLING_TIME_MS } from './reservation-store.ts';
import type { Waiting } from './waiting.ts';

export interface AdmittingParts {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly copies: CopyIndex;
  readonly files: FileIndex;
  readonly requests: RequestCounts;
  readonly lostTime: LostTime;
  readonly waiting: Waiting;
  readonly now: () => number;
}

export class Admitting {
  readonly #parts: AdmittingParts;

  constructor(parts: AdmittingParts) {
    this.#parts = parts;
  }

  /**
   * Refuses with the first reason in the order of contract 3.4. A reservation can be repeated: if the file is reserved,
   * an earlier call made the reservation and its answer was lost.
   */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const plan = this.#parts.accounts.plan() ?? request.plan;
    return { ...(await this.#admit(inPlan(request, plan))), plan };
  }

  async #admit(request: AdmissionRequest): Promise<Decision> {
    const { requests, now } = this.#parts;
    const repeated = this.#findReserved(request);
    if (repeated !== null) return repeated;
    const arrivedAt = now();
    if (request.counted !== true) requests.addRequest(arrivedAt);
    const admission = await this.#decide(request, arrivedAt);
    const error = findError(admission, request.errorCode);
    if (error !== undefined) requests.addError(error, arrivedAt);
    return admission;
  }

  /** The admission of a call that was made before. Null if there was none. */
  #findReserved({ plan, reservation }: AdmissionRequest): Decision | null {
    const { accounts, reservations } = this.#parts;
    const window = accounts.rateWindow();
    const found = reservation && reservations.find(reservation.fileId);
    if (!found || found.released || window === null) return null;
    return this.#reserved(toRateState(window, PLANS[plan].requestsPerMinute));
  }

  async #decide(request: AdmissionRequest, now: number): Promise<Decision> {
    const { accounts } = this.#parts;
    const plan = PLANS[request.plan];
    const counted = this.#count(request, plan, now);
    accounts.noteUse(request.keyId, now);
    const { rate } = counted;
    if (accounts.isRevoked(request.keyId)) return refused(rate, 'API_KEY_REVOKED');
    if (accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    if (!counted.allowed) return refused(rate, 'RATE_LIMIT_EXCEEDED', counted.retryAfterSeconds);
    if (request.reservation === undefined) return { rate, outcome: 'counted' };
    return this.#reserve(request.reservation, plan, rate);
  }

  #count({ counted }: AdmissionRequest, { requestsPerMinute }: Plan, now: number) {
    const { accounts } = this.#parts;
    const previous = accounts.rateWindow();
    if (counted === true) {
      const rate = toRateState(openWindow(previous, now), requestsPerMinute);
      return { rate, allowed: true, retryAfterSeconds: 0 };
    }
    const result = countInWindow(previous, requestsPerMinute, now);
    accounts.saveRateWindow(result.window);
    return result;
  }

  async #reserve(request: ReservationRequest, plan: Plan, rate: RateState): Promise<Decision> {
    const claim = request.idempotency;
    for (;;) {
      // The workspace may be deleted while a duplicate waits.
      if (this.#parts.accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
      const now = this.#parts.now();
      const entry = claim && this.#parts.reservations.idempotencyEntry(request.environment, claim.key, now);
      if (!entry) return this.#reserveNow(request, plan, rate, now);
      // A repeated call waited for the same file as this one, and reserved first.
      if (entry.fileId === request.fileId) return this.#reserved(rate);
      if (entry.bodyHash !== claim.bodyHash) return refused(rate, 'IDEMPOTENCY_CONFLICT');
      if (!entry.pending) {
        await this.#waitForCopies(entry.fileId, request.deadline, now);
        return this.#replay(entry.fileId, plan, rate, now);
      }
      const settled = await this.#parts.waiting.settledWithin(entry.fileId, request.deadline - now);
      if (!settled) return refused(rate, 'REQUEST_TIMEOUT');
    }
  }

  #reserveNow(request: ReservationRequest, plan: Plan, rate: RateState, now: number): Decision {
    const spendsCredit = request.environment === 'live';
    const balance = inMonth(this.#parts.accounts.balance(now), now);
    const { lostTime, reservations } = this.#parts;
    const free = remainingOf(balance, plan.monthlyCredits) - reservations.heldCredits();
    if (spendsCredit && free <= 0) {
      return refused(rate, 'NO_CREDITS_AVAILABLE', secondsToNextMonth(now));
    }
    const limit = lostTime.refuse(now, () => reservations.runningUntil());
    if (limit !== null) return { rate, outcome: 'refused', ...limit };
    reservations.save({
      fileId: request.fileId,
      environment: request.environment,
      spendsCredit,
      idempotency: request.idempotency ?? null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      released: false,
    });
    return this.#reserved(rate);
  }

  #reserved(rate: RateState): Decision {
    const { accounts } = this.#parts;
    return {
      rate,
      outcome: 'reserved',
      templatesVersion: accounts.version('templates'),
      targetsVersion: accounts.version('targets'),
    };
  }

  /** A duplicate returns the first request's copies, so it waits until they are made or have failed. */
  async #waitForCopies(fileId: string, deadline: number, now: number): Promise<void> {
    const until = this.#parts.copies.pendingUntil(fileId, now);
    if (until !== null) await this.#parts.waiting.settledWithin(fileId, Math.min(until, deadline) - now);
  }

  #replay(fileId: string, plan: Plan, rate: RateState, now: number): Decision {
    if (this.#parts.accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    const file = this.#parts.files.find(fileId);
    if (file === null) throw new Error('An idempotency key names a file that is not in the index');
    const balance = inMonth(this.#parts.accounts.balance(now), now);
    return { rate, outcome: 'replayed', file, usage: usageOf(balance, plan.monthlyCredits) };
  }
}

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
  const { reservation } = request;
  if (plan === request.plan || reservation === undefined) return { ...request, plan };
  const deadline = reservation.deadline + PLANS[plan].timeoutMs - PLANS[request.plan].timeoutMs;
  return { ...request, plan, reservation: { ...reservation, deadline } };
}
