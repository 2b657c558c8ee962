import { LRUCache } from 'lru-cache';

const MAX_NAMES = 10_000;

/**
 * Names that this isolate saw, until a time. Only a hint, because other isolates saw others: it says when to ask the
 * Durable Object that counts before other work.
 */
export class RecentNames {
  readonly #until = new LRUCache<string, number>({ max: MAX_NAMES });

  /** @param until epoch milliseconds */
  add(name: string, until: number): void {
    this.#until.set(name, until);
  }

  has(name: string, now: number): boolean {
    return now < (this.#until.get(name) ?? 0);
  }
}
