/**
 * The traces that the documents of a page may have left in its window. If there are none, another document that leaves nothing
 * behind can take their place, and the page is not cleared (decision 70).
 */
export class PageTrace {
  #isLeft = false;
  #isUseKnown = false;
  /** A hint: only its own workspace could see what is not cleared. */
  #usedNetwork = false;

  get isNone(): boolean {
    return !this.#isLeft && this.#isUseKnown && !this.#usedNetwork;
  }

  /** Cookies, or the cache of the browser. */
  get mayBeStored(): boolean {
    return this.#usedNetwork || !this.#isUseKnown;
  }

  /** The window is changed. */
  leave(): void {
    this.#isLeft = true;
  }

  useNetwork(): void {
    this.#usedNetwork = true;
  }

  /** A document comes. What it uses is not known yet. */
  begin({ isTraceless }: { readonly isTraceless: boolean }): void {
    this.#isUseKnown = false;
    this.#isLeft ||= !isTraceless;
  }

  /** Returns what a document has used when it is ready. */
  noteUse(usedNetwork: boolean): void {
    this.#isUseKnown = true;
    this.#usedNetwork ||= usedNetwork;
  }

  /** The storage of the documents is being deleted. Their window is still there. */
  forgetStored(): void {
    this.#usedNetwork = false;
  }

  /** The window is new. */
  clear(): void {
    this.#isLeft = false;
  }
}
