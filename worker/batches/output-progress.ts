import { endedStatus } from './batch-status.ts';
import type { OutputEnd } from './protocol.ts';
import type { StatusStore } from './status-store.ts';

/** The archive or the merged PDF of a batch whose rows have all ended. One runner makes it at a time. */
export class OutputProgress {
  readonly #store: StatusStore;

  constructor(store: StatusStore) {
    this.#store = store;
  }

  isDue(now: number): boolean {
    const { state, outputDueAt } = this.#store.status;
    return state === 'assembling' && (outputDueAt ?? 0) <= now;
  }

  /** A message of the queue is on its way. The runner before has not reported in time. */
  rang(until: number): void {
    this.#store.save({ ...this.#store.status, outputRunner: null, outputDueAt: until });
  }

  /** Can be repeated, for more time. False if another runner makes the output. */
  take(runnerId: string, until: number): boolean {
    const { status } = this.#store;
    const { state, outputRunner } = status;
    if (state !== 'assembling' || (outputRunner !== null && outputRunner !== runnerId)) return false;
    this.#store.save({ ...status, outputRunner: runnerId, outputDueAt: until });
    return true;
  }

  settle(runnerId: string, end: OutputEnd, now: number): void {
    const { status, order } = this.#store;
    if (status.state !== 'assembling' || status.outputRunner !== runnerId) return;
    const sizeBytes = end.outcome === 'ready' ? end.sizeBytes : null;
    const error = end.outcome === 'failed' ? end.error : null;
    const outcome = { state: end.outcome, sizeBytes, error, finishedAt: now };
    this.#store.change(endedStatus(order, { ...status, outcome }, 'completed', now), now);
  }
}
