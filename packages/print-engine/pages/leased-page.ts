import type { PrintPage } from './print-page.ts';

/**
 * A workspace that sends another job within this time gets its page again. A new page prints its first document 5 ms later,
 * because its caches are empty. The pool holds no more of these pages than it prints at once.
 */
const LEASE_MS = 60_000;

export interface NextDocument {
  /** It can replace another document that leaves no trace. */
  readonly isTraceless: boolean;
  readonly firstRatio: number;
}

export class LeasedPage {
  readonly page: PrintPage;
  /** A job waits for the page. */
  isClaimed = false;
  readonly #onEnd: () => void;
  readonly #pauseTimer: ReturnType<typeof setTimeout>;
  readonly #leaseTimer: ReturnType<typeof setTimeout>;
  #isClear = false;
  #isRenewed = false;
  #clearing: Promise<void> | null = null;
  #renewing: Promise<void> | null = null;

  /** @param onEnd is called when the lease runs out, or when the page cannot be prepared */
  constructor(page: PrintPage, clearAfterMs: number, onEnd: () => void) {
    this.page = page;
    this.#onEnd = onEnd;
    this.#pauseTimer = setTimeout(() => void this.prepare({ isTraceless: true }), clearAfterMs);
    this.#leaseTimer = setTimeout(onEnd, LEASE_MS);
  }

  /** @param next the document that the page gets */
  isReadyFor({ isTraceless, firstRatio }: NextDocument): boolean {
    if (!this.page.isFor(firstRatio)) return false;
    return this.#isClear || (isTraceless && this.#isRenewed && this.page.isTraceless);
  }

  /** Resolves when the page is ready for the next document, or cannot be. */
  prepare({ isTraceless }: Pick<NextDocument, 'isTraceless'>): Promise<void> {
    clearTimeout(this.#pauseTimer);
    if (isTraceless && this.page.isTraceless) {
      this.#renewing ??= this.#endIfItFails(this.#renew());
      return this.#renewing;
    }
    this.#clearing ??= this.#endIfItFails(this.#clear());
    return this.#clearing;
  }

  async #renew(): Promise<void> {
    await this.page.renew();
    this.#isRenewed = true;
  }

  async #clear(): Promise<void> {
    // It would fail if the page navigated meanwhile.
    await this.#renewing;
    await this.page.clear();
    this.#isClear = true;
  }

  async #endIfItFails(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch {
      this.#onEnd();
    }
  }

  release(): void {
    clearTimeout(this.#pauseTimer);
    clearTimeout(this.#leaseTimer);
  }
}
