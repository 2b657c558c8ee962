import { IDEMPOTENCY_WINDOW_MS } from '../../schema/plans.ts';
import type { AccountStore } from './account-store.ts';
import { inMonth, spendOne, usageOf } from './credits.ts';
import type { Events } from './events.ts';
import type { FileIndex } from './file-index.ts';
import type { JobSettling } from './job-settling.ts';
import type { FileRecord, Settlement } from './protocol.ts';
import type { RequestCounts } from './request-counts.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';
import type { RowSettling } from './row-settling.ts';
import type { UsageCounts } from './usage-counts.ts';

export interface CommittingParts {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly files: FileIndex;
  readonly counts: UsageCounts;
  readonly requests: RequestCounts;
  readonly settling: JobSettling;
  readonly rowSettling: RowSettling;
  readonly events: Events;
  readonly inTransaction: (write: () => void) => void;
}

export class Committing {
  readonly #parts: CommittingParts;

  constructor(parts: CommittingParts) {
    this.#parts = parts;
  }

  /** Can be repeated: if the file is in the index, an earlier call committed it and its answer was lost. */
  commit(file: FileRecord, monthlyCredits: number, now: number): Settlement {
    const { accounts, reservations, files, inTransaction } = this.#parts;
    const committed = (): Settlement => ({
      outcome: 'committed',
      usage: usageOf(inMonth(accounts.balance(now), now), monthlyCredits),
    });
    if (files.find(file.fileId) !== null) return committed();
    if (accounts.isClosed()) return { outcome: 'closed' };
    const reservation = reservations.find(file.fileId);
    if (reservation === null || reservation.released) return { outcome: 'reclaimed' };
    inTransaction(() => this.#record(file, reservation, monthlyCredits, now));
    return committed();
  }

  #record(file: FileRecord, reservation: Reservation, monthlyCredits: number, now: number): void {
    const { accounts, reservations, files, counts, requests, settling, rowSettling, events } = this.#parts;
    reservations.remove(file.fileId);
    files.add(file);
    if (reservation.spendsCredit) {
      const balance = spendOne(inMonth(accounts.balance(now), now), monthlyCredits);
      accounts.saveBalance(balance);
      events.creditSpent(balance, monthlyCredits, now);
    }
    reservations.saveIdempotencyKey(reservation, now + IDEMPOTENCY_WINDOW_MS);
    counts.add(file);
    requests.addFile(file);
    settling.committed(file, now);
    rowSettling.committed(file.fileId, now);
  }
}
