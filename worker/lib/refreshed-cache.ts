import { LRUCache } from 'lru-cache';

/** Most requests are answered by then. So the read does not share the processor with their work. */
const REFRESH_AFTER_MS = 1_000;

interface Entry<Value> {
  readonly value: Value;
  /** Epoch milliseconds. */
  readonly readAt: number;
  isRefreshed?: boolean;
}

interface RefreshedCacheOptions {
  readonly maxEntries: number;
  /** The time that a value is used after it was read. */
  readonly keptMs: number;
}

/**
 * Values of the database that this isolate remembers. A value that is used in the second half of its time is then read again
 * in the background. So a caller who comes back does not wait for the database.
 */
export class RefreshedCache<Value extends object> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  readonly #keptMs: number;

  constructor({ maxEntries, keptMs }: RefreshedCacheOptions) {
    this.#entries = new LRUCache({ max: maxEntries });
    this.#keptMs = keptMs;
  }

  /**
   * Returns null if the caller must read the value.
   *
   * @param now epoch milliseconds
   * @param readAgain returns null if there is nothing to remember. If it fails, the value is used until its time ends
   */
  async get(name: string, now: number, readAgain: () => Promise<Value | null>): Promise<Value | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined || now >= entry.readAt + this.#keptMs) return null;
    if (entry.isRefreshed !== true && now >= entry.readAt + this.#keptMs / 2) {
      entry.isRefreshed = true;
      await inBackground(async () => this.#replace(name, entry, await readAgain(), now));
    }
    return entry.value;
  }

  /** @param readAt epoch milliseconds, when the read began */
  set(name: string, value: Value, readAt: number): void {
    this.#entries.set(name, { value, readAt });
  }

  forget(isOutdated: (value: Value) => boolean): void {
    for (const [name, { value }] of this.#entries.entries())
      if (isOutdated(value)) this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }

  #replace(name: string, entry: Entry<Value>, value: Value | null, readAt: number): void {
    // The entry may have been forgotten or replaced meanwhile.
    if (value !== null && this.#entries.peek(name) === entry) this.set(name, value, readAt);
  }
}

/** Node also imports this file, for the types of the API, and has no such module. */
async function inBackground(refresh: () => Promise<void>): Promise<void> {
  const { waitUntil } = await import('cloudflare:workers');
  const work = scheduler.wait(REFRESH_AFTER_MS).then(refresh);
  waitUntil(work.catch(() => {}));
}
