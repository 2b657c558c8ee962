import type { PrintPage } from './print-page.ts';

/**
 * A workspace that sends another job within this time gets its page again. A new page prints its first document 5 ms later,
 * because its caches are empty. The pool holds no more of these pages than it prints at once.
 */
const LEASE_MS = 60_000;

export class LeasedPage {
  readonly page: PrintPage;
  isClear = false;
  /** A job waits for the page to be cleared. */
  isClaimed = false;
  readonly #onEnd: () => void;
  readonly #clearTimer: ReturnType<typeof setTimeout>;
  readonly #leaseTimer: ReturnType<typeof setTimeout>;
  #clearing: Promise<void> | null = null;

  /** @param onEnd is called when the lease runs out, or when clearing fails */
  constructor(page: PrintPage, clearAfterMs: number, onEnd: () => void) {
    this.page = page;
    this.#onEnd = onEnd;
    this.#clearTimer = setTimeout(() => void this.clear(), clearAfterMs);
    this.#leaseTimer = setTimeout(onEnd, LEASE_MS);
  }

  /** Resolves when the page is clear or cannot be cleared. */
  clear(): Promise<void> {
    clearTimeout(this.#clearTimer);
    this.#clearing ??= this.#clear();
    return this.#clearing;
  }

  async #clear(): Promise<void> {
    try {
      await this.page.clear();
      this.isClear = true;
    } catch {
      this.#onEnd();
    }
  }

  release(): void {
    clearTimeout(this.#clearTimer);
    clearTimeout(this.#leaseTimer);
  }
}
