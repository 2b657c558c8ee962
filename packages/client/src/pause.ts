/** Waits. @throws the reason of the signal, if it aborts */
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

/** A signal that aborts after a time, or together with the outer signal. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #endsAt: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #controller = new AbortController();

  constructor(timeoutMs: number, outer: AbortSignal | undefined) {
    const { signal } = this.#controller;
    this.#endsAt = Date.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#controller.abort(), timeoutMs);
    this.signal = outer === undefined ? signal : AbortSignal.any([outer, signal]);
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  get leftMs(): number {
    return this.#endsAt - Date.now();
  }

  /** Stops the timer. After this, only the outer signal can abort. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
