/**
 * Duplicates of a request that is at work, waiting for how it ends. In memory only: whoever waits has a
 * call open to this very object, and leaves with it.
 */
export class Waiting {
  readonly #wakers = new Map<string, (() => void)[]>();

  /** True once the file is settled; false if `timeoutMs` passes first. */
  settledWithin(fileId: string, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, timeoutMs));
      const wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#wakers.set(fileId, [...(this.#wakers.get(fileId) ?? []), wake]);
    });
  }

  /** Tells everyone who waits for the file to look again. */
  wake(fileId: string): void {
    const wakers = this.#wakers.get(fileId) ?? [];
    this.#wakers.delete(fileId);
    for (const wake of wakers) wake();
  }
}
