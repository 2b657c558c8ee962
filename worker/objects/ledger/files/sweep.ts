import { deleteFileObjects } from '../../../adapters/r2/file-objects.ts';
import { ANSWER_MS, answered } from '../../../adapters/stores/answered.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import type { CopyIndex } from './copy-index.ts';
import type { FileIndex } from './file-index.ts';
import type { CopyTask } from '../protocol.ts';
import type { Reservation, ReservationStore } from '../admission/reservation-store.ts';

/** R2's limit for one call. */
export const DELETE_BATCH = 1_000;

export const BATCHES_PER_ALARM = 20;

/** The queue's limit for one call. */
const QUEUE_BATCH = 100;

/** Releases open reservations first: no commit can succeed after that, so no committed file is deleted. */
export async function sweepReservations(
  reservations: ReservationStore,
  objects: ObjectStore,
  release: (reservation: Reservation) => void,
  now: number,
): Promise<void> {
  const due = reservations.due(now);
  for (const reservation of due) if (!reservation.released) release(reservation);
  for (let at = 0; at < due.length; at += DELETE_BATCH) {
    const batch = due.slice(at, at + DELETE_BATCH);
    await deleteFileObjects(
      objects,
      batch.map(({ fileId }) => fileId),
    );
    for (const { fileId, released: wasReleased } of batch) if (wasReleased) reservations.remove(fileId);
  }
}

/**
 * Objects go first: after a crash, the next alarm finds the rows again. What is left after the last batch is for the next
 * alarm, because an alarm has limits on its time and its calls.
 *
 * @param until files that expire later stay
 */
export async function sweepFiles(
  files: FileIndex,
  objects: ObjectStore,
  forget: (fileIds: readonly string[]) => void,
  until: number,
): Promise<void> {
  for (let batches = 0; batches < BATCHES_PER_ALARM; batches += 1) {
    const expired = files.expired(until, DELETE_BATCH);
    if (expired.length === 0) return;
    await deleteFileObjects(objects, expired);
    forget(expired);
  }
}

/** The queue comes first: a crash may cause a second copy under the same key, but loses none. */
export async function queueCopies(
  copies: CopyIndex,
  queue: Queue<CopyTask>,
  workspaceId: string,
  now: number,
): Promise<void> {
  for (;;) {
    const due = copies.due(now, QUEUE_BATCH);
    if (due.length === 0) return;
    const sent = queue.sendBatch(due.map((copy) => ({ body: { workspaceId, ...copy } })));
    await answered({ of: 'The queue of copies', limitMs: ANSWER_MS }, sent);
    for (const copy of due) copies.lease(copy, now);
  }
}
