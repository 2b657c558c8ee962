import { backgroundPages } from './share.ts';

/** Beside jobs that somebody waits for, a background job starts this often. So few of them meet one. */
const EVERY_MS = 2_000;

/** A background job that has waited this long comes before the others when it may start. Plans have timeouts of 15 seconds and more. */
const MAX_WAIT_MS = 5_000;

/** A client that has sent a job often sends another one soon. */
const QUIET_MS = 5_000;

/**
 * The pages that background jobs may have now. Their CPU time is taken from the jobs that somebody waits for, so they have one
 * page, and rest between two jobs, until no such job has come for a while (decision 36).
 */
export class BackgroundPages {
  readonly #most: number;
  #foreground = 0;
  #foregroundAt = Number.NEGATIVE_INFINITY;
  #running = 0;
  #startedAt = Number.NEGATIVE_INFINITY;

  /** @param count of all pages */
  constructor(count: number) {
    this.#most = backgroundPages(count);
  }

  /** A job that somebody waits for has come. */
  foregroundCame(): void {
    this.#foreground += 1;
  }

  /** It was printed, or it left. */
  foregroundEnded(now: number): void {
    this.#foreground -= 1;
    this.#foregroundAt = now;
  }

  started(now: number): void {
    this.#running += 1;
    this.#startedAt = now;
  }

  ended(): void {
    this.#running -= 1;
  }

  countAt(now: number): number {
    return now < this.#quietAt ? 1 : this.#most;
  }

  /** Returns whether the job that waits longest comes before those that somebody waits for. */
  isOverdue(now: number, waitsSince: number): boolean {
    return this.#running === 0 && now >= this.#nextAt && now >= waitsSince + MAX_WAIT_MS;
  }

  /** The time at which another background job may start. Infinite: after a job has ended. */
  mayStartAt(now: number): number {
    if (this.#running >= this.#most) return Number.POSITIVE_INFINITY;
    if (now >= this.#quietAt) return now;
    if (this.#running > 0) return this.#quietAt;
    return Math.min(this.#quietAt, this.#nextAt);
  }

  /** Beside jobs that somebody waits for. */
  get #nextAt(): number {
    return this.#startedAt + EVERY_MS;
  }

  get #quietAt(): number {
    return this.#foreground > 0 ? Number.POSITIVE_INFINITY : this.#foregroundAt + QUIET_MS;
  }
}
