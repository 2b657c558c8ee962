import type { DeletionReason } from '../../../../schema/webhooks.ts';
import type { Events } from '../events/events.ts';
import type { FileGroups } from '../files/file-groups.ts';
import type { FileIndex } from '../files/file-index.ts';
import type { JobSettling } from '../jobs/job-settling.ts';
import type { ReleaseReason } from '../protocol.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';
import type { RowSettling } from '../batches/row-settling.ts';
import type { Waiting } from '../../storage/waiting.ts';

/** A write may still finish after its reservation or its row has ended, so its object is deleted later, or again. */
export const SECOND_SWEEP_MS = 120_000;

export interface ReleasingDeps {
  readonly reservations: ReservationStore;
  readonly files: FileIndex;
  readonly groups: FileGroups;
  readonly settling: JobSettling;
  readonly rowSettling: RowSettling;
  readonly events: Events;
  readonly waiting: Waiting;
  readonly inTransaction: <Result>(work: () => Result) => Result;
}

/** Ends reservations without a file, and forgets files. */
export class Releasing {
  readonly #deps: ReleasingDeps;

  constructor(deps: ReleasingDeps) {
    this.#deps = deps;
  }

  /**
   * No commit can succeed after it.
   *
   * @param reason null if nobody reported the end of the print
   * @returns whether it was the attempt of a job or a row that runs again
   */
  release(reservation: Reservation, reason: ReleaseReason | null, now: number): boolean {
    const { settling, rowSettling, inTransaction } = this.#deps;
    return inTransaction(() => {
      this.abandon(reservation, now);
      const { fileId } = reservation;
      return settling.released(fileId, reason, now) || rowSettling.released(fileId, reason, now);
    });
  }

  /** With the reservations of its group. A job that was canceled does not run again. */
  abandon({ fileId, ...reservation }: Reservation, now: number): void {
    const { reservations, groups, waiting } = this.#deps;
    for (const id of [fileId, ...groups.heldBy(fileId)]) {
      const held = id === fileId ? { ...reservation, fileId } : reservations.find(id);
      if (held !== null) reservations.save({ ...held, released: true, dueAt: now + SECOND_SWEEP_MS });
    }
    if (groups.heldBy(fileId).length > 0) groups.settle(fileId, []);
    waiting.wake(fileId);
  }

  /** The objects are deleted already. */
  forget(fileIds: readonly string[], reason: DeletionReason, now: number): void {
    const { files, groups, reservations, events, inTransaction } = this.#deps;
    inTransaction(() => {
      // A request that is repeated returns all of its files, or makes them again.
      reservations.forgetIdempotencyKeysOf([...fileIds, ...groups.leadsOf(fileIds)]);
      const deleted = files.metaOf(fileIds);
      files.remove(fileIds);
      groups.remove(fileIds);
      events.filesDeleted(deleted, reason, now);
    });
  }
}
