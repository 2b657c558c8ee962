/** Jobs by id, so that a caller can cancel one in a second call: a signal crosses neither RPC nor HTTP. */
export class RunningJobs {
  readonly #jobs = new Map<string, AbortController>();

  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#jobs.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#jobs.delete(id);
    }
  }

  cancel(id: string): void {
    this.#jobs.get(id)?.abort();
  }
}
