import { DurableObject } from 'cloudflare:workers';
import { IDEMPOTENCY_WINDOW_MS, PLANS, type Plan, type PlanId } from '../../schema/plans.ts';
import { pdfKey } from '../storage/keys.ts';
import { R2Store } from '../storage/r2.ts';
import { AccountStore } from './account-store.ts';
import {
  accountOf,
  inMonth,
  monthOf,
  remainingOf,
  secondsToNextMonth,
  spendOne,
  usageOf,
} from './credits.ts';
import { CopyIndex } from './copy-index.ts';
import { FileIndex } from './file-index.ts';
import type {
  Account,
  Admission,
  AdmissionRequest,
  CopyReport,
  CopyTask,
  FileFilter,
  FilePage,
  FileRecord,
  RateState,
  Refusal,
  ReservationRequest,
  Settlement,
  UsageCount,
} from './protocol.ts';
import { countInWindow } from './rate-window.ts';
import { type Reservation, ReservationStore } from './reservation-store.ts';
import { handOutCopies, released, sweepFiles, sweepReservations } from './sweep.ts';
import { UsageCounts } from './usage-counts.ts';
import { Waiting } from './waiting.ts';

/** What the ledger needs of its environment: the bucket whose objects it answers for, and who copies them. */
export interface LedgerEnv {
  readonly FILES: R2Bucket;
  readonly COPIES: Queue<CopyTask>;
}

/**
 * How long a reservation outlives the request's deadline: storing and committing come after it. An
 * object without a charge can live no longer than this, well under the five minutes of decision 29.
 */
const SETTLING_TIME_MS = 60_000;

/** When the alarm's work fails (R2 down), it is tried again after this long, for as long as it takes. */
const ALARM_RETRY_MS = 30_000;

/**
 * The one consistent place of a workspace: its rate window, credits, reservations, idempotency keys,
 * revoked keys, and the index of its files. Everything that must survive eviction is in its SQLite; the
 * only state in memory is who waits for a duplicate, and they leave with the object.
 */
export class WorkspaceLedger extends DurableObject<LedgerEnv> {
  readonly #accounts: AccountStore;
  readonly #reservations: ReservationStore;
  readonly #copies: CopyIndex;
  readonly #files: FileIndex;
  readonly #counts: UsageCounts;
  readonly #objects: R2Store;
  readonly #waiting = new Waiting();

  constructor(ctx: DurableObjectState, env: LedgerEnv) {
    super(ctx, env);
    this.#accounts = new AccountStore(ctx.storage.sql);
    this.#reservations = new ReservationStore(ctx.storage.sql);
    this.#copies = new CopyIndex(ctx.storage.sql);
    this.#files = new FileIndex(ctx.storage.sql, this.#copies);
    this.#counts = new UsageCounts(ctx.storage.sql);
    this.#objects = new R2Store(env.FILES);
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
    const counted = countInWindow(this.#accounts.rateWindow(), plan.requestsPerMinute, now);
    this.#accounts.saveRateWindow(counted.window);
    this.#accounts.noteUse(request.keyId, now);
    const { rate } = counted;
    if (this.#accounts.isRevoked(request.keyId)) return refused(rate, 'API_KEY_REVOKED');
    if (this.#accounts.isClosed()) return refused(rate, 'WORKSPACE_NOT_FOUND');
    if (!counted.allowed) return refused(rate, 'RATE_LIMIT_EXCEEDED', counted.retryAfterSeconds);
    if (request.reservation === undefined) return { rate, outcome: 'counted' };
    return this.#reserve(request.reservation, plan, rate);
  }

  /** Reserves, or replays what the idempotency key stands for, or waits for the request that holds it. */
  async #reserve(request: ReservationRequest, plan: Plan, rate: RateState): Promise<Admission> {
    const claim = request.idempotency;
    for (;;) {
      const now = this.now();
      const entry = claim && this.#reservations.idempotencyEntry(request.environment, claim.key, now);
      if (!entry) return this.#reserveNow(request, plan, rate, now);
      if (entry.bodyHash !== claim.bodyHash) return refused(rate, 'IDEMPOTENCY_CONFLICT');
      if (!entry.pending) {
        await this.#copiesReported(entry.fileId, request.deadline, now);
        return this.#replay(entry.fileId, plan, rate, now);
      }
      const settled = await this.#waiting.settledWithin(entry.fileId, request.deadline - now);
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
    const balance = inMonth(this.#accounts.balance(now), now);
    const free = remainingOf(balance, plan.monthlyCredits) - this.#reservations.heldCredits();
    if (spendsCredit && free <= 0) {
      return refused(rate, 'NO_CREDITS_AVAILABLE', secondsToNextMonth(now));
    }
    this.#reservations.save({
      fileId: request.fileId,
      environment: request.environment,
      spendsCredit,
      idempotency: request.idempotency ?? null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      released: false,
    });
    await this.#scheduleAlarm();
    return { rate, outcome: 'reserved', targetsVersion: this.#accounts.targetsVersion() };
  }

  /** A duplicate answers like the first, with its copies: it waits until they are made, or have failed. */
  async #copiesReported(fileId: string, deadline: number, now: number): Promise<void> {
    const until = this.#copies.underWayUntil(fileId, now);
    if (until !== null) await this.#waiting.settledWithin(fileId, Math.min(until, deadline) - now);
  }

  #replay(fileId: string, plan: Plan, rate: RateState, now: number): Admission {
    const file = this.#files.find(fileId);
    if (file === null) throw new Error('An idempotency key names a file that is not in the index');
    const balance = inMonth(this.#accounts.balance(now), now);
    return { rate, outcome: 'replayed', file, usage: usageOf(balance, plan.monthlyCredits) };
  }

  /**
   * Turns the reservation into a file record and a spent credit, in one transaction. Safe to repeat: a
   * file that is in the index already was committed by an earlier call whose answer was lost.
   */
  async commit(file: FileRecord, planId: PlanId): Promise<Settlement> {
    const now = this.now();
    const { monthlyCredits } = PLANS[planId];
    const usage = () => usageOf(inMonth(this.#accounts.balance(now), now), monthlyCredits);
    if (this.#files.find(file.fileId) !== null) return { outcome: 'committed', usage: usage() };
    const reservation = this.#reservations.find(file.fileId);
    if (reservation === null || reservation.released || this.#accounts.isClosed())
      return { outcome: 'reclaimed' };
    this.ctx.storage.transactionSync(() => this.#book(file, reservation, monthlyCredits, now));
    this.#waiting.wake(file.fileId);
    await this.#scheduleAlarm();
    return { outcome: 'committed', usage: usage() };
  }

  #book(file: FileRecord, reservation: Reservation, monthlyCredits: number, now: number): void {
    this.#reservations.remove(file.fileId);
    this.#files.add(file);
    if (reservation.spendsCredit) {
      this.#accounts.saveBalance(spendOne(inMonth(this.#accounts.balance(now), now), monthlyCredits));
    }
    this.#reservations.saveIdempotencyKey(reservation, now + IDEMPOTENCY_WINDOW_MS);
    this.#counts.add(file);
  }

  /**
   * Gives the credit and the idempotency key back. A write that the caller gave up on may still land, so
   * the object's key is swept later all the same.
   *
   * @returns false where the file was committed after all, and its object must stay
   */
  async release(fileId: string): Promise<boolean> {
    const reservation = this.#reservations.find(fileId);
    if (reservation === null) return this.#files.find(fileId) === null;
    if (!reservation.released) this.#letGo(reservation, this.now());
    await this.#scheduleAlarm();
    return true;
  }

  #letGo(reservation: Reservation, now: number): void {
    this.#reservations.save(released(reservation, now));
    this.#waiting.wake(reservation.fileId);
  }

  /** Refuses the key from this call on, at every location: each request asks here (decision 5). */
  revokeKey(keyId: string): void {
    this.#accounts.revoke(keyId, this.now());
  }

  /** Epoch milliseconds of each key's latest request. */
  lastUses(): Record<string, number> {
    return this.#accounts.lastUses();
  }

  account(plan: PlanId): Account {
    const now = this.now();
    return accountOf(inMonth(this.#accounts.balance(now), now), PLANS[plan].monthlyCredits);
  }

  /** Files made in the running month. */
  usageCounts(): UsageCount[] {
    return this.#counts.ofMonth(monthOf(this.now()));
  }

  findFile(fileId: string): FileRecord | null {
    const file = this.#files.find(fileId);
    return file !== null && file.expiresAt > this.now() ? file : null;
  }

  listFiles(filter: FileFilter): FilePage {
    return this.#files.list(filter, this.now());
  }

  /** Notes how copying a file went. Returns the file as it stands, or null where it is gone. */
  async reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null> {
    const now = this.now();
    for (const report of reports) this.#copies.report(fileId, report, now);
    this.#waiting.wake(fileId);
    await this.#scheduleAlarm();
    return this.#files.find(fileId);
  }

  /** Tells every admission from now on that the workspace's external targets are not what they were. */
  noteTargetsChanged(): void {
    this.#accounts.noteTargetsChanged();
  }

  /**
   * Deletes a file for good. The object first: a failure leaves a record that can be deleted again, never
   * an object that nobody knows.
   *
   * @returns false where there is no such file
   */
  async deleteFile(fileId: string): Promise<boolean> {
    if (this.findFile(fileId) === null) return false;
    await this.#objects.delete([pdfKey(fileId)]);
    this.#forget(fileId);
    return true;
  }

  /** Sets what the operator names; leaves the rest. */
  adjust(change: { quotaUsed?: number; credits?: number }): void {
    const now = this.now();
    this.#accounts.saveBalance({ ...inMonth(this.#accounts.balance(now), now), ...change });
  }

  /** Closes the workspace: every request is refused from now on, and the alarm deletes its files. */
  async close(): Promise<void> {
    const now = this.now();
    this.#accounts.close(now);
    this.#files.expireAll(now);
    await this.#scheduleAlarm();
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    try {
      await sweepReservations(this.#reservations, this.#objects, (lapsed) => this.#letGo(lapsed, now), now);
      await sweepFiles(this.#files, this.#objects, (fileId) => this.#forget(fileId), now);
      this.#reservations.forgetLapsedIdempotencyKeys(now);
      this.#counts.forgetOld(now);
      await handOutCopies(this.#copies, this.env.COPIES, this.#workspaceId(), now);
      await this.#scheduleAlarm();
    } catch (error) {
      // The platform gives up on an alarm that keeps throwing; retention and reclaiming must not.
      console.error(JSON.stringify({ event: 'ledger_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(now + ALARM_RETRY_MS);
    }
  }

  #workspaceId(): string {
    const { name } = this.ctx.id;
    if (name === undefined) throw new Error('A ledger without its workspace id');
    return name;
  }

  #forget(fileId: string): void {
    this.#files.remove(fileId);
    this.#reservations.forgetIdempotencyKeysOf(fileId);
  }

  async #scheduleAlarm(): Promise<void> {
    const due = earliest(this.#reservations.nextDue(), this.#files.nextDue(), this.#copies.nextDue());
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }
}

const earliest = (...times: (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

const refused = (rate: RateState, refusal: Refusal, retryAfterSeconds?: number): Admission => ({
  rate,
  outcome: 'refused',
  refusal,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
