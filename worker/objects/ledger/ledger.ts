import type { RestoreStep } from '../../../schema/api/ledger-copy.ts';
import { IDEMPOTENCY_WINDOW_MS, PLANS, type PlanId } from '../../../schema/plans.ts';
import type { AnsweredCode } from '../../lib/api-error.ts';
import { deleteFileObjects } from '../../adapters/r2/file-objects.ts';
import type { Metrics } from '../../adapters/metrics/series.ts';
import { BatchLedger } from './batch-ledger.ts';
import type { CopyPosition, LedgerPage, RestoreResult } from './files/copy-protocol.ts';
import { accountOf, inMonth } from './admission/credits.ts';
import type { DaySpan } from './counts/day.ts';
import type {
  Cancellation,
  Enqueued,
  JobAttempt,
  JobFilter,
  JobPage,
  JobRecord,
} from './jobs/job-protocol.ts';
import type {
  Admission,
  AdmissionRequest,
  ReservationGrowth,
  Versioned,
} from './admission/admission-protocol.ts';
import type {
  Account,
  AccountChange,
  CopyReport,
  FileFilter,
  FilePage,
  FilePart,
  FileRecord,
  PreviewStart,
  Refused,
  Release,
  ReleaseReason,
  RequestStatistics,
  Settlement,
  UsageCount,
} from './protocol.ts';

const ALARM_RETRY_MS = 30_000;

/** The consistent state of one workspace (decision 1). All that must survive eviction is in SQLite. */
export class WorkspaceLedger extends BatchLedger {
  async admit(request: AdmissionRequest): Promise<Admission> {
    const admission = await this.deps.admitting.admit(request);
    const { reservation } = request;
    const isReserved = admission.outcome === 'reserved';
    if (isReserved) {
      await this.scheduleAlarm(reservation && this.deps.reservations.find(reservation.fileId)?.dueAt);
    }
    const isPrinted = isReserved && reservation !== undefined;
    // The commit or the release of a file reports it. So the report does not share the processor with the print.
    if (!isPrinted) this.reportMetrics();
    return admission;
  }

  /** @param parts if the request made several files: all of them, with `file` as the first one */
  async commit(file: FileRecord, planId: PlanId, parts: readonly FilePart[] = []): Promise<Settlement> {
    const now = this.now();
    const isAlone = parts.length === 0 && this.deps.reservations.find(file.fileId)?.isAlone === true;
    const settlement = this.deps.committing.commit(file, parts, PLANS[planId], now);
    this.deps.waiting.wake(file.fileId);
    const hasMore = !isAlone || file.copies.length > 0 || this.deps.events.outbox.isRead;
    await this.scheduleAlarm(hasMore ? undefined : Math.min(file.expiresAt, now + IDEMPOTENCY_WINDOW_MS));
    this.handOutEvents();
    this.reportMetrics();
    return settlement;
  }

  /** Null if they are reserved. */
  async growReservation(growth: ReservationGrowth, planId: PlanId): Promise<Refused | null> {
    const refused = this.deps.reserving.grow(growth, PLANS[planId], this.now());
    await this.scheduleAlarm();
    return refused;
  }

  async release(fileId: string, reason: ReleaseReason): Promise<Release> {
    const { errorCode, pageMs } = reason;
    const { releasing } = this.deps;
    const closed = this.deps.accounts.isClosed();
    const reservation = this.deps.reservations.find(fileId);
    const isCommitted = reservation === null && this.deps.files.find(fileId) !== null;
    if (!isCommitted) this.deps.lostTime.add(fileId, pageMs, this.now());
    const isRetried = reservation?.released === false && releasing.release(reservation, reason, this.now());
    const counted = closed ? 'WORKSPACE_NOT_FOUND' : errorCode;
    if (counted !== null && !isRetried) this.countError(counted);
    if (isCommitted) return 'committed';
    await this.scheduleAlarm();
    this.handOutEvents();
    this.reportMetrics();
    return closed ? 'closed' : 'released';
  }

  /** Resolves when the reservation has ended, or after `timeoutMs`. */
  async awaitRelease(fileId: string, timeoutMs: number): Promise<void> {
    if (this.deps.reservations.find(fileId)?.released !== false) return;
    await this.deps.waiting.settledWithin(fileId, timeoutMs);
  }

  async enqueueJob(jobId: string, template: string | null): Promise<Enqueued> {
    const enqueued = this.deps.jobBook.enqueue(jobId, template);
    await this.scheduleAlarm();
    return enqueued;
  }

  async dropJob(jobId: string): Promise<void> {
    this.deps.jobBook.drop(jobId);
    await this.scheduleAlarm();
  }

  async startJob(jobId: string, fileId: string): Promise<JobAttempt | null> {
    const attempt = this.deps.jobBook.start(jobId, fileId);
    await this.scheduleAlarm();
    // A job that cannot start has failed.
    this.handOutEvents();
    return attempt;
  }

  findJob(jobId: string, waitMs: number): Promise<JobRecord | null> {
    return this.deps.jobBook.find(jobId, waitMs);
  }

  listJobs(filter: JobFilter): JobPage {
    return this.deps.jobBook.list(filter);
  }

  async cancelJob(jobId: string): Promise<Cancellation> {
    const cancellation = this.deps.jobBook.cancel(jobId);
    await this.scheduleAlarm();
    return cancellation;
  }

  beginPreview(preview: PreviewStart): Refused | null {
    if (this.deps.accounts.isClosed()) return { refusal: 'WORKSPACE_NOT_FOUND' };
    return this.deps.previews.begin(preview, this.now());
  }

  endPreview(previewId: string, lostMs: number): void {
    this.deps.previews.end(previewId, lostMs, this.now());
  }

  /** For a request that was admitted and failed later. */
  countError(errorCode: AnsweredCode): void {
    this.deps.requests.addError(errorCode, this.now());
  }

  /** From this call on the key is refused everywhere (contract 5.5). */
  revokeKey(keyId: string): void {
    this.deps.accounts.revoke(keyId, this.now());
  }

  /** Epoch milliseconds by key id. */
  lastUses(): Record<string, number> {
    return this.deps.accounts.lastUses();
  }

  account(plan: PlanId): Account {
    const now = this.now();
    return accountOf(inMonth(this.deps.accounts.balance(now), now), PLANS[plan].monthlyCredits);
  }

  usageCounts(span: DaySpan): UsageCount[] {
    return this.deps.counts.over(span);
  }

  requestStatistics(span: DaySpan): RequestStatistics {
    return this.deps.requests.over(span);
  }

  metrics(plan: PlanId): Metrics {
    const now = this.now();
    const { counters, gauges } = this.deps.metrics.read(now);
    return { counters, gauges: { ...gauges, ...this.deps.metrics.readAccount(plan, now) } };
  }

  findFile(fileId: string): FileRecord | null {
    const file = this.deps.accounts.isClosed() ? null : this.deps.files.find(fileId);
    return file !== null && file.expiresAt > this.now() ? file : null;
  }

  listFiles(filter: FileFilter): FilePage {
    if (this.deps.accounts.isClosed()) return { files: [], more: false };
    return this.deps.files.list(filter, this.now());
  }

  /** Null if the file was deleted. */
  async reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null> {
    const now = this.now();
    for (const report of reports) this.deps.copies.report(fileId, report, now);
    this.deps.waiting.wake(fileId);
    await this.scheduleAlarm();
    return this.deps.files.find(fileId);
  }

  /** Every admission returns the version, so isolates read the rows again after a change. */
  noteChanged(of: Versioned): void {
    this.deps.accounts.noteChanged(of);
  }

  /** The object goes first: if that fails, the record remains and the deletion can be repeated. */
  async deleteFile(fileId: string): Promise<boolean> {
    if (this.findFile(fileId) === null) return false;
    await deleteFileObjects(this.deps.objects, [fileId]);
    this.deps.releasing.forget([fileId], 'request', this.now());
    await this.scheduleAlarm();
    this.handOutEvents();
    return true;
  }

  /** From this call on, the ledger records events. */
  noteWebhook(): void {
    this.deps.events.outbox.noteWebhook(this.now());
  }

  adjust({ plan, ...change }: AccountChange): void {
    const now = this.now();
    if (plan !== undefined) this.deps.accounts.savePlan(plan);
    this.deps.accounts.saveBalance({ ...inMonth(this.deps.accounts.balance(now), now), ...change });
    // There may be credits for a batch that is paused.
    this.ctx.waitUntil(this.deps.batchSweep.wakePaused());
  }

  /** @param from null for the first page */
  readCopy(from: CopyPosition | null): LedgerPage {
    return this.deps.copy.readPage(from, this.now());
  }

  /** Only the step `end` changes what the ledger knows. */
  async restore(step: RestoreStep): Promise<RestoreResult> {
    const { accounts, restoring } = this.deps;
    if (accounts.isClosed()) return { problem: 'closed' };
    if (step.step === 'begin') return restoring.begin();
    if (step.step === 'add') return restoring.add(step.rows);
    const result = restoring.end(step.ledgerId, this.now());
    await this.scheduleAlarm();
    this.reportMetrics();
    return result;
  }

  /** From this call on every request is refused. Alarms delete the files and the templates' objects in batches. */
  async close(): Promise<void> {
    const now = this.now();
    this.deps.accounts.close(now);
    this.deps.closing.begin(now);
    this.deps.events.outbox.close();
    this.deps.waiting.wakeAll();
    await this.scheduleAlarm();
  }

  override async alarm(): Promise<void> {
    const now = this.now();
    this.alarmHasCome();
    try {
      await this.deps.alarmWork.run(now);
      await this.scheduleAlarm();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing. Retention must not stop.
      console.error(JSON.stringify({ event: 'ledger_alarm_failed', cause: String(error) }));
      await this.setAlarm(now + ALARM_RETRY_MS);
    }
  }
}
