import { serviceBusy } from './api-error.ts';

/** A person waits this long for the others. */
const MAX_WAITING_SIGN_INS = 20;

/** An attempt takes a fraction of this. Workers may drop a request without running its `finally`. */
const PLACE_MS = 30_000;

/** Requests poll, because on Workers a request cannot wait for a promise of another request. */
const POLL_MS = 20;

interface Place {
  readonly expiresAt: number;
}

/**
 * One sign-in at a time in this isolate, because the hash of a password keeps its thread busy on purpose. After each, the line rests for as
 * long as it took: however many strangers sign in, half of the thread is left for the requests of all others.
 */
export class SignInLine {
  #places: Place[] = [];
  #restsUntil = 0;

  /** @throws {ApiError} `SERVICE_BUSY` if too many wait already, and the errors of the attempt */
  async attempt<Result>(attempt: () => Promise<Result>): Promise<Result> {
    this.#places = this.#places.filter(({ expiresAt }) => expiresAt > performance.now());
    if (this.#places.length > MAX_WAITING_SIGN_INS) throw serviceBusy();
    const place: Place = { expiresAt: performance.now() + PLACE_MS };
    this.#places.push(place);
    try {
      while (!this.#isNext(place)) {
        if (place.expiresAt <= performance.now()) throw serviceBusy();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      const startedAt = performance.now();
      try {
        return await attempt();
      } finally {
        this.#restsUntil = 2 * performance.now() - startedAt;
      }
    } finally {
      this.#places = this.#places.filter((one) => one !== place);
    }
  }

  #isNext(place: Place): boolean {
    const now = performance.now();
    return this.#restsUntil <= now && this.#places.find(({ expiresAt }) => expiresAt > now) === place;
  }
}
