/** One time limit for several waits. */
export class Budget {
  readonly #end: Promise<void>;

  constructor(ms: number) {
    this.#end = delay(ms);
  }

  /** Resolves to whether `work` was finished in time. */
  async allows(work: Promise<unknown>): Promise<boolean> {
    return Promise.race([work.then(() => true), this.#end.then(() => false)]);
  }
}

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const waitForEnd = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    for (const type of ['load', 'error']) element.addEventListener(type, () => resolve(), { once: true });
  });
