import { LRUCache } from 'lru-cache';

const MAX_NAMES = 10_000;

/**
 * Remembers names until a time. Each isolate remembers only the names that it saw, so this is a hint: for such a name,
 * ask the Durable Object that counts before you do other work.
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
