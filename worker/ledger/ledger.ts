import { DurableObject } from 'cloudflare:workers';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import type { AnsweredCode } from '../api-error.ts';
import { pdfKey } from '../storage/keys.ts';
import { R2Store } from '../storage/r2.ts';
import { AccountStore } from './account-store.ts';
import { Admitting } from './admitting.ts';
import { Closing } from './closing.ts';
import { Committing } from './committing.ts';
import { CopyIndex } from './copy-index.ts';
import { accountOf, inMonth } from './credits.ts';
import type { DaySpan } from './day.ts';
import { FileIndex } from './file-index.ts';
import type {
  Account,
  AccountChange,
  Admission,
  AdmissionRequest,
  CopyReport,
  CopyTask,
  FileFilter,
  FilePage,
  FileRecord,
  PreviewStart,
  Refused,
  Release,
  ReleaseReason,
  RequestStatistics,
  Settlement,
  UsageCount,
  Versioned,
} from './protocol.ts';
import { LostTime } from './lost-time.ts';
import { Previews } from './previews.ts';
import { RequestCounts } from './request-counts.ts';
import { type Reservation, ReservationStore } from './reservation-store.ts';
import { earliestDue, queueCopies, released, sweepFiles, sweepReservations } from './sweep.ts';
import { UsageCounts } from './usage-counts.ts';
import { Waiting } from './waiting.ts';

export interface LedgerEnv {
  readonly FILES: R2Bucket;
  readonly TEMPLATES: R2Bucket;
  readonly COPIES: Queue<CopyTask>;
}

const ALARM_RETRY_MS = 30_000;

/** The consistent state of one workspace (design note 1). All that must survive eviction is in SQLite. */
export class WorkspaceLedger extends DurableObject<LedgerEnv> {
  readonly #accounts: AccountStore;
  readonly #reservations: ReservationStore;
  readonly #copies: CopyIndex;
  readonly #files: FileIndex;
  readonly #counts: UsageCounts;
  readonly #requests: RequestCounts;
  readonly #lostTime: LostTime;
  readonly #previews: Previews;
  readonly #objects: R2Store;
  readonly #closing: Closing;
  readonly #waiting = new Waiting();
  readonly #admitting: Admitting;
  readonly #committing: Committing;

  constructor(ctx: DurableObjectState, env: LedgerEnv) {
    super(ctx, env);
    this.#accounts = new AccountStore(ctx.storage.sql);
    this.#reservations = new ReservationStore(ctx.storage.sql);
    this.#copies = new CopyIndex(ctx.storage.sql);
    this.#files = new FileIndex(ctx.storage.sql, this.#copies);
    this.#counts = new UsageCounts(ctx.storage.sql);
    this.#requests = new RequestCounts(ctx.storage.sql);
    this.#lostTime = new LostTime(ctx.storage.sql, 'lost_time');
    this.#previews = new Previews(ctx.storage.sql);
    this.#objects = new R2Store(env.FILES);
    this.#closing = new Closing(ctx.storage.sql, new R2Store(env.TEMPLATES));
    this.#admitting = new Admitting({
      accounts: this.#accounts,
      reservations: this.#reservations,
      copies: this.#copies,
      files: this.#files,
      requests: this.#requests,
      lostTime: this.#lostTime,
      waiting: this.#waiting,
      now: () => this.now(),
    });
    this.#committing = new Committing({
      accounts: this.#accounts,
      reservations: this.#reservations,
      files: this.#files,
      counts: this.#counts,
      requests: this.#requests,
      inTransaction: (write) => ctx.storage.transactionSync(write),
    });
    // The name is set for calls, but not always for alarms.
    if (ctx.id.name !== undefined) this.#accounts.rememberWorkspace(ctx.id.name);
  }

  /** Epoch milliseconds. Tests override it to move time. */
  protected now(): number {
    return Date.now();
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const admission = await this.#admitting.admit(request);
    if (admission.outcome === 'reserved') await this.#scheduleAlarm();
    return admission;
  }

  async commit(file: FileRecord, planId: PlanId): Promise<Settlement> {
    const settlement = this.#committing.commit(file, PLANS[planId].monthlyCredits, this.now());
    this.#waiting.wake(file.fileId);
    await this.#scheduleAlarm();
    return settlement;
  }

  async release(fileId: string, { errorCode, pageMs }: ReleaseReason): Promise<Release> {
    const closed = this.#accounts.isClosed();
    const counted = closed ? 'WORKSPACE_NOT_FOUND' : errorCode;
    if (counted !== null) this.countError(counted);
    const reservation = this.#reservations.find(fileId);
    if (reservation === null && this.#files.find(fileId) !== null) return 'committed';
    this.#lostTime.add(fileId, pageMs, this.now());
    if (reservation?.released === false) this.#release(reservation, this.now());
    await this.#scheduleAlarm();
    return closed ? 'closed' : 'released';
  }

  #release(reservation: Reservation, now: number): void {
    this.#reservations.save(released(reservation, now));
    this.#waiting.wake(reservation.fileId);
  }

  beginPreview(preview: PreviewStart): Refused | null {
    if (this.#accounts.isClosed()) return { refusal: 'WORKSPACE_NOT_FOUND' };
    return this.#previews.begin(preview, this.now());
  }

  endPreview(previewId: string, lostMs: number): void {
    this.#previews.end(previewId, lostMs, this.now());
  }

  /** For a request that was admitted and failed later. */
  countError(errorCode: AnsweredCode): void {
    this.#requests.addError(errorCode, this.now());
  }

  /** From this call on the key is refused everywhere (contract 5.5). */
  revokeKey(keyId: string): void {
    this.#accounts.revoke(keyId, this.now());
  }

  /** Epoch milliseconds by key id. */
  lastUses(): Record<string, number> {
    return this.#accounts.lastUses();
  }

  account(plan: PlanId): Account {
    const now = this.now();
    return accountOf(inMonth(this.#accounts.balance(now), now), PLANS[plan].monthlyCredits);
  }

  usageCounts(span: DaySpan): UsageCount[] {
    return this.#counts.over(span);
  }

  requestStatistics(span: DaySpan): RequestStatistics {
    return this.#requests.over(span);
  }

  findFile(fileId: string): FileRecord | null {
    const file = this.#accounts.isClosed() ? null : this.#files.find(fileId);
    return file !== null && file.expiresAt > this.now() ? file : null;
  }

  listFiles(filter: FileFilter): FilePage {
    if (this.#accounts.isClosed()) return { files: [], more: false };
    return this.#files.list(filter, this.now());
  }

  /** Null if the file was deleted. */
  async reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null> {
    const now = this.now();
    for (const report of reports) this.#copies.report(fileId, report, now);
    this.#waiting.wake(fileId);
    await this.#scheduleAlarm();
    return this.#files.find(fileId);
  }

  /** Every admission returns the version, so isolates read the rows again after a change. */
  noteChanged(of: Versioned): void {
    this.#accounts.noteChanged(of);
  }

  /** The object goes first: if that fails, the record remains and the deletion can be repeated. */
  async deleteFile(fileId: string): Promise<boolean> {
    if (this.findFile(fileId) === null) return false;
    await this.#objects.delete([pdfKey(fileId)]);
    this.#forget([fileId]);
    return true;
  }

  adjust({ plan, ...change }: AccountChange): void {
    const now = this.now();
    if (plan !== undefined) this.#accounts.savePlan(plan);
    this.#accounts.saveBalance({ ...inMonth(this.#accounts.balance(now), now), ...change });
  }

  /** From this call on every request is refused. Alarms delete the files and the templates' objects in batches. */
  async close(): Promise<void> {
    const now = this.now();
    this.#accounts.close(now);
    this.#closing.begin(now);
    this.#waiting.wakeAll();
    await this.#scheduleAlarm();
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    try {
      await sweepReservations(this.#reservations, this.#objects, (lapsed) => this.#release(lapsed, now), now);
      const isClosed = this.#accounts.isClosed();
      const until = isClosed ? Number.MAX_SAFE_INTEGER : now;
      await sweepFiles(this.#files, this.#objects, (fileIds) => this.#forget(fileIds), until);
      await this.#closing.sweep(this.#accounts.workspaceId(), this.#files);
      this.#reservations.forgetLapsedIdempotencyKeys(now);
      this.#counts.forgetOld(now);
      this.#requests.forgetOld(now);
      if (!isClosed) await queueCopies(this.#copies, this.env.COPIES, this.#accounts.workspaceId(), now);
      await this.#scheduleAlarm();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing. Retention must not stop.
      console.error(JSON.stringify({ event: 'ledger_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(now + ALARM_RETRY_MS);
    }
  }

  #forget(fileIds: readonly string[]): void {
    this.ctx.storage.transactionSync(() => {
      this.#files.remove(fileIds);
      this.#reservations.forgetIdempotencyKeysOf(fileIds);
    });
  }

  async #scheduleAlarm(): Promise<void> {
    const due = earliestDue(this.#reservations, this.#files, this.#copies, this.#closing);
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }
}
