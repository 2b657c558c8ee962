import { IDEMPOTENCY_WINDOW_MS, type Plan } from '../../../../schema/plans.ts';
import type { AccountStore } from './account-store.ts';
import { inMonth, spendOne, usageOf } from './credits.ts';
import type { Events } from '../events/events.ts';
import type { FileGroups } from '../files/file-groups.ts';
import type { FileIndex } from '../files/file-index.ts';
import type { JobSettling } from '../jobs/job-settling.ts';
import type { Excerpt, FileRecord, Settlement } from '../protocol.ts';
import type { Releasing } from './releasing.ts';
import type { RequestCounts } from '../counts/request-counts.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';
import type { RowSettling } from '../batches/row-settling.ts';
import type { UsageCounts } from '../counts/usage-counts.ts';

export interface CommittingDeps {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly files: FileIndex;
  readonly groups: FileGroups;
  readonly releasing: Releasing;
  readonly counts: UsageCounts;
  readonly requests: RequestCounts;
  readonly settling: JobSettling;
  readonly rowSettling: RowSettling;
  readonly events: Events;
  readonly inTransaction: (write: () => void) => void;
}

export class Committing {
  readonly #deps: CommittingDeps;

  constructor(deps: CommittingDeps) {
    this.#deps = deps;
  }

  /** Can be repeated: if the file is in the index, an earlier call committed it and its answer was lost. */
  commit(
    file: FileRecord,
    excerpts: readonly Excerpt[],
    { monthlyCredits }: Pick<Plan, 'monthlyCredits'>,
    now: number,
  ): Settlement {
    const { accounts, files, inTransaction } = this.#deps;
    const committed = (): Settlement => ({
      outcome: 'committed',
      usage: usageOf(inMonth(accounts.balance(now), now), monthlyCredits),
    });
    const made = excerpts.length === 0 ? [file] : excerpts.map((excerpt) => excerpt.file);
    const reserved = made.flatMap((one) => this.#findReserved(one));
    const isReserved = reserved.length === made.length;
    // A file that is in the index is not reserved any more.
    if (!isReserved && files.find(file.fileId) !== null) return committed();
    if (accounts.isClosed()) return { outcome: 'closed' };
    if (!isReserved) return { outcome: 'reclaimed' };
    inTransaction(() => {
      for (const [one, reservation] of reserved) this.#record(one, reservation, monthlyCredits, now);
      if (excerpts.length > 0 || reserved.some(([, { isAlone }]) => !isAlone))
        this.#settle(file, excerpts, now);
    });
    return committed();
  }

  /** Ends the row, the job and the group that these files belong to. */
  #settle(file: FileRecord, excerpts: readonly Excerpt[], now: number): void {
    const { rowSettling, settling } = this.#deps;
    rowSettling.committed(file.fileId, now);
    this.#settleGroup(file.fileId, excerpts, now);
    // Only the first file of a split can be that of a job.
    const fileIds = excerpts.map((excerpt) => excerpt.file.fileId);
    settling.committed(file, fileIds, now);
  }

  #findReserved(file: FileRecord): [FileRecord, Reservation][] {
    const reservation = this.#deps.reservations.find(file.fileId);
    return reservation === null || reservation.released ? [] : [[file, reservation]];
  }

  /** Releases the reservations of the group that made no file. */
  #settleGroup(leadId: string, excerpts: readonly Excerpt[], now: number): void {
    const { groups, reservations, releasing } = this.#deps;
    const held = groups.heldBy(leadId);
    if (held.length === 0 && excerpts.length === 0) return;
    for (const id of held) {
      const left = reservations.find(id);
      if (left !== null) releasing.abandon(left, now);
    }
    groups.settle(
      leadId,
      excerpts.map(({ file: { fileId }, pages }) => ({ fileId, pages })),
    );
  }

  #record(file: FileRecord, reservation: Reservation, monthlyCredits: number, now: number): void {
    const { accounts, reservations, files, counts, requests, events } = this.#deps;
    reservations.remove(file.fileId);
    files.add(file);
    if (reservation.spendsCredit) {
      const balance = spendOne(inMonth(accounts.balance(now), now), monthlyCredits);
      accounts.saveBalance(balance);
      events.creditSpent(balance, monthlyCredits, now);
    }
    reservations.saveIdempotencyKey(reservation, now + IDEMPOTENCY_WINDOW_MS);
    // Nothing was generated.
    if (file.method === 'upload') return;
    counts.add(file);
    requests.addFile(file);
  }
}
