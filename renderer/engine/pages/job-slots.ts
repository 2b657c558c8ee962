import { PrintTimeout } from '../failures.ts';

/** Later jobs wait in order of arrival. */
export class JobSlots {
  readonly #count: number;
  readonly #waiting = new Set<() => void>();
  readonly #drains: (() => void)[] = [];
  #running = 0;

  constructor(count: number) {
    this.#count = count;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  get load(): number {
    return this.#running + this.#waiting.size;
  }

  /** @throws {PrintTimeout} no slot was free before the deadline */
  async acquire(deadline: number): Promise<void> {
    if (this.#running < this.#count) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(new PrintTimeout('no page was free before the deadline'));
      }, deadline - Date.now());
      this.#waiting.add(start);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#running -= 1;
    if (this.isIdle) for (const resolve of this.#drains.splice(0)) resolve();
  }

  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.#drains.push(resolve));
  }
}
