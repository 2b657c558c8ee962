interface WakefulnessOptions {
  /** 0: nothing keeps the object awake. */
  readonly awakeMs: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** The runtime does not evict an object while such work runs. */
  readonly inBackground: (work: Promise<void>) => void;
}

/** Delays the eviction of an object, so that the next request does not wait until it is awake (design note 69). */
export class Wakefulness {
  readonly #options: WakefulnessOptions;
  /** Epoch milliseconds. Null while nothing keeps the object awake. */
  #until: number | null = null;

  constructor(options: WakefulnessOptions) {
    this.#options = options;
  }

  /** The object stays awake for the whole time from now on. */
  extend(): void {
    const { awakeMs, now, inBackground } = this.#options;
    // A malformed variable is NaN here. The Worker refuses every request with it.
    if (!(awakeMs > 0)) return;
    const isAwake = this.#until !== null;
    this.#until = now() + awakeMs;
    if (!isAwake) inBackground(this.#stayAwake());
  }

  async #stayAwake(): Promise<void> {
    const { now, sleep } = this.#options;
    while (this.#until !== null) {
      const leftMs = this.#until - now();
      if (leftMs > 0) await sleep(leftMs);
      else this.#until = null;
    }
  }
}
