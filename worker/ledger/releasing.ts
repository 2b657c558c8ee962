import type { DeletionReason } from '../../schema/webhooks.ts';
import type { Events } from './events.ts';
import type { FileIndex } from './file-index.ts';
import type { JobSettling } from './job-settling.ts';
import type { ReleaseReason } from './protocol.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';
import type { RowSettling } from './row-settling.ts';
import type { Waiting } from './waiting.ts';

/** A write may still finish after its reservation or its row has ended, so its object is deleted later, or again. */
export const SECOND_SWEEP_MS = 120_000;

export interface ReleasingParts {
  readonly reservations: ReservationStore;
  readonly files: FileIndex;
  readonly settling: JobSettling;
  readonly rowSettling: RowSettling;
  readonly events: Events;
  readonly waiting: Waiting;
  readonly inTransaction: <Result>(work: () => Result) => Result;
}

/** Ends reservations without a file, and forgets files. */
export class Releasing {
  readonly #parts: ReleasingParts;

  constructor(parts: ReleasingParts) {
    this.#parts = parts;
  }

  /**
   * No commit can succeed after it.
   *
   * @param reason null if nobody reported the end of the print
   * @returns whether it was the attempt of a job or a row that runs again
   */
  release(reservation: Reservation, reason: ReleaseReason | null, now: number): boolean {
    const { settling, rowSettling, inTransaction } = this.#parts;
    return inTransaction(() => {
      this.abandon(reservation, now);
      const { fileId } = reservation;
      return settling.released(fileId, reason, now) || rowSettling.released(fileId, reason, now);
    });
  }

  /** For a job that was canceled: it does not run again. */
  abandon(reservation: Reservation, now: number): void {
    const { reservations, waiting } = this.#parts;
    reservations.save({ ...reservation, released: true, dueAt: now + SECOND_SWEEP_MS });
    waiting.wake(reservation.fileId);
  }

  /** The objects are deleted already. */
  forget(fileIds: readonly string[], reason: DeletionReason, now: number): void {
    const { files, reservations, events, inTransaction } = this.#parts;
    inTransaction(() => {
      files.remove(fileIds);
      reservations.forgetIdempotencyKeysOf(fileIds);
      events.filesDeleted(fileIds, reason, now);
    });
  }
}
