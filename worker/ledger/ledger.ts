import { DurableObject } from 'cloudflare:workers';
import { IDEMPOTENCY_WINDOW_MS, PLANS, type Plan, type PlanId } from '../../schema/plans.ts';
import { pdfKey } from '../storage/keys.ts';
import { R2Store } from '../storage/r2.ts';
import { accountOf, inMonth, remainingOf, secondsToNextMonth, spendOne, usageOf } from './credits.ts';
import type {
  Account,
  Admission,
  AdmissionRequest,
  FileRecord,
  RateState,
  Refusal,
  ReservationRequest,
  Settlement,
} from './protocol.ts';
import { countInWindow } from './rate-window.ts';
import { LedgerStore, type Reservation } from './store.ts';

/** What the ledger needs of its environment: the bucket whose objects it answers for. */
export interface LedgerEnv {
  readonly FILES: R2Bucket;
}

/**
 * How long a reservation outlives the request's deadline: storing and committing come after it. An
 * object without a charge can live no longer than this, well under the five minutes of decision 29.
 */
const SETTLING_TIME_MS = 60_000;

/** A write that was under way when its reservation lapsed may still land: its key is swept once more. */
const SECOND_SWEEP_MS = 120_000;

/** R2 deletes up to 1,000 keys in a call. */
const DELETE_BATCH = 1_000;

/** When the alarm's work fails (R2 down), it is tried again after this long, for as long as it takes. */
const ALARM_RETRY_MS = 30_000;

/**
 * The one consistent place of a workspace: its rate window, credits, reservations, idempotency keys,
 * revoked keys, and the index of its files. Everything that must survive eviction is in its SQLite; the
 * only state in memory is who waits for a duplicate, and they leave with the object.
 */
export class WorkspaceLedger extends DurableObject<LedgerEnv> {
  readonly #store: LedgerStore;
  readonly #files: R2Store;
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(ctx: DurableObjectState, env: LedgerEnv) {
    super(ctx, env);
    this.#store = new LedgerStore(ctx.storage.sql);
    this.#files = new R2Store(env.FILES);
  }

  /** Epoch milliseconds. A method, so that tests can move time. */
  protected now(): number {
    return Date.now();
  }

  /**
   * Checks revocation, counts the rate and reserves a credit, in one call. Refuses with the first reason
   * of decision 8; a reason that the worker found itself is ranked against it there.
   */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const now = this.now();
    const plan = PLANS[request.plan];
    const counted = countInWindow(this.#store.rateWindow(), plan.requestsPerMinute, now);
    this.#store.saveRateWindow(counted.window);
    this.#store.noteUse(request.keyId, now);
    const { rate } = counted;
    if (this.#store.isRevoked(request.keyId)) return refused(rate, 'API_KEY_REVOKED');
    if (this.#store.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    if (!counted.allowed) return refused(rate, 'RATE_LIMIT_EXCEEDED', counted.retryAfterSeconds);
    if (request.reservation === undefined) return { rate, outcome: 'counted' };
    return this.#reserve(request.reservation, plan, rate);
  }

  /** Reserves, or replays what the idempotency key stands for, or waits for the request that holds it. */
  async #reserve(request: ReservationRequest, plan: Plan, rate: RateState): Promise<Admission> {
    const claim = request.idempotency;
    for (;;) {
      const now = this.now();
      const entry = claim && this.#store.idempotencyEntry(request.environment, claim.key, now);
      if (!entry) return this.#reserveNow(request, plan, rate, now);
      if (entry.bodyHash !== claim.bodyHash) return refused(rate, 'IDEMPOTENCY_CONFLICT');
      if (!entry.pending) return this.#replay(entry.fileId, plan, rate, now);
      const settled = await this.#settledBefore(entry.fileId, request.deadline - now);
      if (!settled) return refused(rate, 'REQUEST_TIMEOUT');
    }
  }

  async #reserveNow(
    request: ReservationRequest,
    plan: Plan,
    rate: RateState,
    now: number,
  ): Promise<Admission> {
    const spendsCredit = request.environment === 'live';
    const balance = inMonth(this.#store.balance(now), now);
    const free = remainingOf(balance, plan.monthlyCredits) - this.#store.heldCredits();
    if (spendsCredit && free <= 0) {
      return refused(rate, 'NO_CREDITS_AVAILABLE', secondsToNextMonth(now));
    }
    this.#store.saveReservation({
      fileId: request.fileId,
      environment: request.environment,
      spendsCredit,
      idempotency: request.idempotency ?? null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      released: false,
    });
    await this.#scheduleAlarm();
    return { rate, outcome: 'reserved' };
  }

  #replay(fileId: string, plan: Plan, rate: RateState, now: number): Admission {
    const file = this.#store.file(fileId);
    if (file === null) throw new Error('An idempotency key names a file that is not in the index');
    const balance = inMonth(this.#store.balance(now), now);
    return { rate, outcome: 'replayed', file, usage: usageOf(balance, plan.monthlyCredits) };
  }

  /**
   * Turns the reservation into a file record and a spent credit, in one transaction. Safe to repeat: a
   * file that is in the index already was committed by an earlier call whose answer was lost.
   */
  async commit(file: FileRecord, planId: PlanId): Promise<Settlement> {
    const now = this.now();
    const { monthlyCredits } = PLANS[planId];
    const usage = () => usageOf(inMonth(this.#store.balance(now), now), monthlyCredits);
    if (this.#store.file(file.fileId) !== null) return { outcome: 'committed', usage: usage() };
    const reservation = this.#store.reservation(file.fileId);
    if (reservation === null || reservation.released || this.#store.isClosed())
      return { outcome: 'reclaimed' };
    this.ctx.storage.transactionSync(() => this.#book(file, reservation, monthlyCredits, now));
    this.#wake(file.fileId);
    await this.#scheduleAlarm();
    return { outcome: 'committed', usage: usage() };
  }

  #book(file: FileRecord, reservation: Reservation, monthlyCredits: number, now: number): void {
    this.#store.removeReservation(file.fileId);
    this.#store.saveFile(file);
    if (reservation.spendsCredit) {
      this.#store.saveBalance(spendOne(inMonth(this.#store.balance(now), now), monthlyCredits));
    }
    if (reservation.idempotency !== null) {
      const expiresAt = now + IDEMPOTENCY_WINDOW_MS;
      this.#store.saveIdempotencyKey(
        reservation.environment,
        reservation.idempotency,
        file.fileId,
        expiresAt,
      );
    }
  }

  /**
   * Gives the credit and the idempotency key back. A write that the caller gave up on may still land, so
   * the object's key is swept later all the same.
   *
   * @returns false where the file was committed after all, and its object must stay
   */
  async release(fileId: string): Promise<boolean> {
    const reservation = this.#store.reservation(fileId);
    if (reservation === null) return this.#store.file(fileId) === null;
    if (!reservation.released) this.#letGo(reservation, this.now());
    await this.#scheduleAlarm();
    return true;
  }

  #letGo(reservation: Reservation, now: number): void {
    this.#store.saveReservation({ ...reservation, released: true, dueAt: now + SECOND_SWEEP_MS });
    this.#wake(reservation.fileId);
  }

  /** Refuses the key from this call on, at every location: each request asks here (decision 5). */
  revokeKey(keyId: string): void {
    this.#store.revoke(keyId, this.now());
  }

  /** Epoch milliseconds of each key's latest request. */
  lastUses(): Record<string, number> {
    return this.#store.lastUses();
  }

  account(plan: PlanId): Account {
    const now = this.now();
    return accountOf(inMonth(this.#store.balance(now), now), PLANS[plan].monthlyCredits);
  }

  /** Sets what the operator names; leaves the rest. */
  adjust(change: { quotaUsed?: number; credits?: number }): void {
    const now = this.now();
    this.#store.saveBalance({ ...inMonth(this.#store.balance(now), now), ...change });
  }

  /** Closes the workspace: every request is refused from now on, and the alarm deletes its files. */
  async close(): Promise<void> {
    this.#store.close(this.now());
    await this.#scheduleAlarm();
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    try {
      await this.#sweepReservations(now);
      await this.#sweepFiles(now);
      this.#store.removeLapsedIdempotencyKeys(now);
      await this.#scheduleAlarm();
    } catch (error) {
      // The platform gives up on an alarm that keeps throwing; retention and reclaiming must not.
      console.error(JSON.stringify({ event: 'ledger_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(now + ALARM_RETRY_MS);
    }
  }

  async #sweepReservations(now: number): Promise<void> {
    const due = this.#store.dueReservations(now);
    // Let go first: once a reservation is released no commit can succeed, so what is deleted stays unowned.
    for (const reservation of due) if (!reservation.released) this.#letGo(reservation, now);
    for (let at = 0; at < due.length; at += DELETE_BATCH) {
      const batch = due.slice(at, at + DELETE_BATCH);
      await this.#files.delete(batch.map(({ fileId }) => pdfKey(fileId)));
      for (const { fileId, released } of batch) if (released) this.#store.removeReservation(fileId);
    }
  }

  async #sweepFiles(now: number): Promise<void> {
    for (;;) {
      const expired = this.#store.expiredFiles(now, DELETE_BATCH);
      if (expired.length === 0) return;
      // Objects first: a crash in between leaves rows, which the next alarm takes up.
      await this.#files.delete(expired.map(pdfKey));
      for (const fileId of expired) this.#store.removeFile(fileId);
    }
  }

  async #scheduleAlarm(): Promise<void> {
    const due = this.#store.nextDue();
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }

  /** False if `timeoutMs` passes first. */
  #settledBefore(fileId: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, timeoutMs));
      const woken = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#waiting.set(fileId, [...(this.#waiting.get(fileId) ?? []), woken]);
    });
  }

  #wake(fileId: string): void {
    for (const woken of this.#waiting.get(fileId) ?? []) woken();
    this.#waiting.delete(fileId);
  }
}

const refused = (rate: RateState, refusal: Refusal, retryAfterSeconds?: number): Admission => ({
  rate,
  outcome: 'refused',
  refusal,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
