import { backgroundPages } from './share.ts';

/** Beside a job that somebody waits for, a background job starts this often at most. */
const EVERY_MS = 250;

/** Who has sent a job often sends another one soon. */
const QUIET_MS = 10_000;

/**
 * How many pages background jobs may have now. Their CPU time is taken from the jobs that somebody waits for, so they have
 * one page until none of these has come for a while. They always have one: work that runs all day must not stop them.
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

  /** When another background job may start. Infinite: after another job has ended. */
  mayStartAt(now: number): number {
    if (this.#running >= this.#most) return Number.POSITIVE_INFINITY;
    if (this.#foreground > 0) {
      return this.#running > 0 ? Number.POSITIVE_INFINITY : this.#startedAt + EVERY_MS;
    }
    return this.#running === 0 ? now : this.#foregroundAt + QUIET_MS;
  }
}
