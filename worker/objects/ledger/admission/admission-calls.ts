import { IDEMPOTENCY_WINDOW_MS, type PlanId, PLANS } from '../../../../schema/plans.ts';
import type { OpenLedger } from '../open-ledger.ts';
import type {
  Excerpt,
  FileRecord,
  PreviewStart,
  Refused,
  Release,
  ReleaseReason,
  Settlement,
} from '../protocol.ts';
import type { Admission, AdmissionRequest, ReservationGrowth } from './admission-protocol.ts';

/** The calls of a ledger from the start of a request to its end. */
export const admissionCalls = {
  async admit(ledger: OpenLedger, request: AdmissionRequest): Promise<Admission> {
    const admission = await ledger.admitting.admit(request);
    const { reservation } = request;
    const isReserved = admission.outcome === 'reserved';
    if (isReserved) {
      await ledger.alarm.schedule(reservation && ledger.reservations.find(reservation.fileId)?.dueAt);
    }
    const isPrinted = isReserved && reservation !== undefined;
    // The commit or the release of a file reports it. So the report does not share the processor with the print.
    if (!isPrinted) ledger.reportMetrics();
    return admission;
  },

  /**
   * @param excerpts if the request made several files: all of them, with `file` as the first one
   * @param lostMs what a file without a credit has cost
   */
  async commit(
    ledger: OpenLedger,
    file: FileRecord,
    plan: PlanId,
    excerpts: readonly Excerpt[] = [],
    lostMs = 0,
  ): Promise<Settlement> {
    const now = ledger.now();
    ledger.lostTime.add(file.fileId, lostMs, now);
    const isAlone = excerpts.length === 0 && ledger.reservations.find(file.fileId)?.isAlone === true;
    const settlement = ledger.committing.commit(file, excerpts, PLANS[plan], now);
    ledger.waiting.wake(file.fileId);
    const hasMore = !isAlone || file.copies.length > 0 || ledger.events.outbox.hasWebhooks;
    await ledger.alarm.schedule(hasMore ? undefined : Math.min(file.expiresAt, now + IDEMPOTENCY_WINDOW_MS));
    ledger.handOutEvents();
    ledger.reportMetrics();
    return settlement;
  },

  /** Returns null if they are reserved. */
  async growReservation(
    ledger: OpenLedger,
    growth: ReservationGrowth,
    plan: PlanId,
  ): Promise<Refused | null> {
    const refused = ledger.reserving.grow(growth, PLANS[plan], ledger.now());
    await ledger.alarm.schedule();
    return refused;
  },

  async release(ledger: OpenLedger, fileId: string, reason: ReleaseReason): Promise<Release> {
    const { errorCode, pageMs } = reason;
    const { accounts, files, lostTime, releasing, requests, reservations } = ledger;
    const isClosed = accounts.isClosed();
    const reservation = reservations.find(fileId);
    const isCommitted = reservation === null && files.find(fileId) !== null;
    if (!isCommitted) lostTime.add(fileId, pageMs, ledger.now());
    const isRetried = reservation?.released === false && releasing.release(reservation, reason, ledger.now());
    const counted = isClosed ? 'WORKSPACE_NOT_FOUND' : errorCode;
    if (counted !== null && !isRetried) requests.addError(counted, ledger.now());
    if (isCommitted) return 'committed';
    await ledger.alarm.schedule();
    ledger.handOutEvents();
    ledger.reportMetrics();
    return isClosed ? 'closed' : 'released';
  },

  /** Resolves when the reservation has ended, or after `timeoutMs`. */
  async awaitRelease(ledger: OpenLedger, fileId: string, timeoutMs: number): Promise<void> {
    if (ledger.reservations.find(fileId)?.released !== false) return;
    await ledger.waiting.settledWithin(fileId, timeoutMs);
  },

  /** Returns null if the preview may be printed. */
  beginPreview(ledger: OpenLedger, preview: PreviewStart): Refused | null {
    if (ledger.accounts.isClosed()) return { refusal: 'WORKSPACE_NOT_FOUND' };
    return ledger.previews.begin(preview, ledger.now());
  },

  endPreview(ledger: OpenLedger, previewId: string, lostMs: number): void {
    ledger.previews.end(previewId, lostMs, ledger.now());
  },
};
