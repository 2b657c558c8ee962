import type { PrintPage } from './page.ts';

/** A workspace that comes back within this time is under load, and gets its page again. */
const BOUND_MS = 3_000;

/** A page that has printed, and waits for another job of its workspace. */
export class BoundPage {
  readonly page: PrintPage;
  isClear = false;
  /** A job waits for it. */
  isClaimed = false;
  readonly #onUnfit: () => void;
  readonly #begin: ReturnType<typeof setTimeout>;
  readonly #expiry: ReturnType<typeof setTimeout>;
  #clearing: Promise<void> | null = null;

  /** @param onUnfit hears that it does not clear, or that nobody came for it */
  constructor(page: PrintPage, clearAfterMs: number, onUnfit: () => void) {
    this.page = page;
    this.#onUnfit = onUnfit;
    this.#begin = setTimeout(() => void this.clear(), clearAfterMs);
    this.#expiry = setTimeout(onUnfit, BOUND_MS);
  }

  /** Begins, unless it has begun. Resolves when it is clear, or turned out not to clear. */
  clear(): Promise<void> {
    clearTimeout(this.#begin);
    this.#clearing ??= this.#clear();
    return this.#clearing;
  }

  async #clear(): Promise<void> {
    try {
      await this.page.clear();
      this.isClear = true;
    } catch {
      this.#onUnfit();
    }
  }

  /** It is taken, or thrown away: its timers end. */
  leave(): void {
    clearTimeout(this.#begin);
    clearTimeout(this.#expiry);
  }
}
