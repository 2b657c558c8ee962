/** Duplicates that wait for a running request. In memory only: their calls end with this object. */
export class Waiting {
  readonly #wakers = new Map<string, (() => void)[]>();

  /** True when the file is committed or released; false if `timeoutMs` passes first. */
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

  wakeAll(): void {
    for (const fileId of this.#wakers.keys()) this.wake(fileId);
  }

  wake(fileId: string): void {
    const wakers = this.#wakers.get(fileId) ?? [];
    this.#wakers.delete(fileId);
    for (const wake of wakers) wake();
  }
}
