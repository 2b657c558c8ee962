import { ApiError } from '../../lib/api-error.ts';
import { endedStatus, expiryOf } from './batch-status.ts';
import type { OutputEnd, OutputRecord, OutputSettled, OutputTask } from './protocol.ts';
import type { StatusStore } from './status-store.ts';

const MINUTE_MS = 60_000;

/** The time from each lost attempt to the next one. There is one attempt more than there are times. */
const WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

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

  /** Can be repeated, for more time. It is null if another runner makes the output, or this one has lost it. */
  take(outputId: string, until: number, now: number): OutputTask | null {
    const { status, order } = this.#store;
    const { state, outputRunner, outputAttempts: attempts } = status;
    if (state !== 'assembling' || (outputRunner !== null && outputRunner !== outputId)) return null;
    const isNew = outputRunner === null;
    if (isNew && attempts > WAITS_MS.length) {
      this.#finish({ state: 'failed', error: LOST }, now);
      return null;
    }
    const outputAttempts = isNew ? attempts + 1 : attempts;
    const outputDueAt = until + waitAfter(outputAttempts);
    this.#store.save({ ...status, outputRunner: outputId, outputAttempts, outputDueAt });
    const { workspaceId, requestId, trace, output, createdAt } = order;
    const expiresAt = expiryOf(order, status, now);
    return { workspaceId, requestId, ...(trace && { trace }), output, createdAt, expiresAt };
  }

  settle(outputId: string, end: OutputEnd, now: number): OutputSettled {
    const { status } = this.#store;
    if (status.state !== 'assembling' || status.outputRunner !== outputId) return { outcome: 'refused' };
    if (end.outcome === 'lost' && status.outputAttempts <= WAITS_MS.length) {
      const outputDueAt = now + waitAfter(status.outputAttempts);
      this.#store.save({ ...status, outputRunner: null, outputDueAt });
      return { outcome: 'settled', replaced: null };
    }
    const replaced = status.outputId;
    if (end.outcome === 'ready') {
      const { sizeBytes, missing } = end;
      this.#store.save({ ...status, outputId });
      this.#finish({ state: 'ready', sizeBytes, missing }, now);
    } else {
      this.#store.save({ ...status, outputId: null });
      const error = end.outcome === 'failed' ? end.error : LOST;
      this.#finish(end.outcome === 'none' ? { state: 'none' } : { state: 'failed', error }, now);
    }
    return { outcome: 'settled', replaced };
  }

  #finish(result: Partial<OutputRecord> & Pick<OutputRecord, 'state'>, now: number): void {
    const { status, order } = this.#store;
    const outcome = { sizeBytes: null, missing: 0, error: null, finishedAt: now, ...result };
    this.#store.change(endedStatus(order, { ...status, outcome }, 'completed', now), now);
  }
}

const waitAfter = (attempts: number): number => WAITS_MS[attempts - 1] ?? 0;

const LOST = {
  code: 'INTERNAL_ERROR',
  message: new ApiError('INTERNAL_ERROR').message,
  details: [],
} as const;
