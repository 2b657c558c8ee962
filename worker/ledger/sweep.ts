import { pdfKey } from '../storage/keys.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { FileIndex } from './file-index.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';

/** R2 deletes up to 1,000 keys in a call. */
const DELETE_BATCH = 1_000;

/** A write that was under way when its reservation lapsed may still land: its key is swept once more. */
const SECOND_SWEEP_MS = 120_000;

/** The reservation once it holds nothing any more and only its object is left to be swept. */
export const released = (reservation: Reservation, now: number): Reservation => ({
  ...reservation,
  released: true,
  dueAt: now + SECOND_SWEEP_MS,
});

/**
 * Deletes the objects of reservations that are due. Those that nobody settled are let go first: from then
 * on no commit can succeed, so what is deleted stays unowned.
 */
export async function sweepReservations(
  reservations: ReservationStore,
  objects: ObjectStore,
  letGo: (reservation: Reservation) => void,
  now: number,
): Promise<void> {
  const due = reservations.due(now);
  for (const reservation of due) if (!reservation.released) letGo(reservation);
  for (let at = 0; at < due.length; at += DELETE_BATCH) {
    const batch = due.slice(at, at + DELETE_BATCH);
    await objects.delete(batch.map(({ fileId }) => pdfKey(fileId)));
    for (const { fileId, released: wasReleased } of batch) if (wasReleased) reservations.remove(fileId);
  }
}

/** Deletes files whose retention has ended. Objects first: a crash leaves rows, which the next alarm takes up. */
export async function sweepFiles(
  files: FileIndex,
  objects: ObjectStore,
  forget: (fileId: string) => void,
  now: number,
): Promise<void> {
  for (;;) {
    const expired = files.expired(now, DELETE_BATCH);
    if (expired.length === 0) return;
    await objects.delete(expired.map(pdfKey));
    for (const fileId of expired) forget(fileId);
  }
}
