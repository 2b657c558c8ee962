import { jobBodyKey } from '../../../adapters/r2/keys.ts';
import type { ObjectStore } from '../../../adapters/r2/object-store.ts';
import { leaseNow } from '../../lease.ts';
import type { JobStore } from './job-store.ts';
import { type Releasing, SECOND_SWEEP_MS } from '../admission/releasing.ts';
import type { ReservationStore } from '../admission/reservation-store.ts';
import { BATCHES_PER_ALARM, DELETE_BATCH } from '../files/sweep.ts';
import type { Waiting } from '../../storage/waiting.ts';

interface LostJobsDeps {
  readonly jobs: JobStore;
  readonly reservations: ReservationStore;
  readonly releasing: Releasing;
}

/** A body may still be stored after its row was dropped, so it is deleted later. */
export function dropLateJobs(jobs: JobStore, waiting: Waiting, now: number): void {
  for (const job of jobs.overdue('arriving', now)) {
    jobs.save({ ...job, state: 'dropped', dueAt: now + SECOND_SWEEP_MS });
    waiting.wake(job.jobId);
  }
}

/** A consumer that is silent is lost: its job runs again, and its commit is refused. */
export function releaseLostJobs({ jobs, reservations, releasing }: LostJobsDeps, now: number): void {
  for (const job of jobs.overdue('running', leaseNow())) {
    const reservation = job.fileId === null ? null : reservations.find(job.fileId);
    if (reservation !== null) releasing.release(reservation, null, now);
  }
}

/** Objects go first: after a crash, the next alarm finds the rows again. */
export async function sweepJobs(jobs: JobStore, objects: ObjectStore, now: number): Promise<void> {
  for (let batches = 0; batches < BATCHES_PER_ALARM; batches += 1) {
    const old = jobs.withOldBody(now, DELETE_BATCH).map(({ jobId }) => jobId);
    if (old.length === 0) break;
    await objects.delete(old.map(jobBodyKey));
    jobs.forgetBodies(old);
  }
  jobs.removeExpired(now);
}

/** All jobs of a workspace that was deleted. */
export async function removeJobs(jobs: JobStore, objects: ObjectStore, now: number): Promise<void> {
  for (let batches = 0; batches < BATCHES_PER_ALARM; batches += 1) {
    const next = jobs.removable(now, DELETE_BATCH).map(({ jobId }) => jobId);
    if (next.length === 0) return;
    await objects.delete(next.map(jobBodyKey));
    jobs.remove(next);
  }
}
