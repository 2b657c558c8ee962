/** Calls that wait for the end of a generation or of a job. In memory only: they end with this object. */
export class Waiting {
  readonly #wakers = new Map<string, (() => void)[]>();

  /** True when the file is committed or released, or the job ended; false if `timeoutMs` passes first. */
  settledWithin(id: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#remove(id, wake);
          resolve(false);
        },
        Math.max(0, timeoutMs),
      );
      const wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#wakers.set(id, [...(this.#wakers.get(id) ?? []), wake]);
    });
  }

  #remove(id: string, waker: () => void): void {
    const others = (this.#wakers.get(id) ?? []).filter((other) => other !== waker);
    if (others.length === 0) this.#wakers.delete(id);
    else this.#wakers.set(id, others);
  }

  wakeAll(): void {
    for (const id of this.#wakers.keys()) this.wake(id);
  }

  wake(id: string): void {
    const wakers = this.#wakers.get(id) ?? [];
    this.#wakers.delete(id);
    for (const wake of wakers) wake();
  }
}
