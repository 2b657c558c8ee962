import { pdfKey } from '../storage/keys.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { CopyIndex } from './copy-index.ts';
import type { FileIndex } from './file-index.ts';
import type { CopyTask } from './protocol.ts';
import type { Reservation, ReservationStore } from './reservation-store.ts';

/** R2 deletes up to 1,000 keys in a call. */
const DELETE_BATCH = 1_000;

/** A queue takes up to 100 messages in a call. */
const QUEUE_BATCH = 100;

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

/**
 * Hands copies that are due to the queue. The queue first: a crash in between hands one out twice, which
 * stores it twice under one key, and never loses one.
 */
export async function handOutCopies(
  copies: CopyIndex,
  queue: Queue<CopyTask>,
  workspaceId: string,
  now: number,
): Promise<void> {
  for (;;) {
    const due = copies.due(now, QUEUE_BATCH);
    if (due.length === 0) return;
    await queue.sendBatch(due.map((copy) => ({ body: { workspaceId, ...copy } })));
    for (const copy of due) copies.lend(copy, now);
  }
}
