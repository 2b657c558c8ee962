/** @throws the reason of the signal */
export function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** A signal that also ends after this time. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #endsAt: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  #isOver = false;

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    const controller = new AbortController();
    this.#endsAt = Date.now() + timeoutMs;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      controller.abort();
    }, timeoutMs);
    this.signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get leftMs(): number {
    return this.#endsAt - Date.now();
  }

  /** From now on only the outer signal ends what uses the signal. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
