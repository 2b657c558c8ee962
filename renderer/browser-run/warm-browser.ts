import { PagePool, type PagePoolLimits } from '../page-pool.ts';
import { type BrowserRunBinding, endSession, launchSession } from './session.ts';

/** What a browser hoards over the hours goes with it: it is replaced after this much work. */
const WORN = { jobs: 1_000, bytes: 1_000_000_000 };

/** A browser of Browser Run with its pages, and how much it has done. */
export class WarmBrowser {
  readonly sessionId: string;
  readonly pool: PagePool;
  /** Resolves when it can print no more. */
  readonly lost: Promise<void>;
  /** Resolves when its session has been ended too. */
  readonly ended: Promise<void>;
  #jobs = 0;
  #bytes = 0;
  #running = 0;
  #retired = false;

  private constructor(sessionId: string, pool: PagePool, lost: Promise<void>, ended: Promise<void>) {
    this.sessionId = sessionId;
    this.pool = pool;
    this.lost = lost;
    this.ended = ended;
  }

  /** @throws {BrowserRunRefused} @throws {Error} it started, but opens no page */
  static async launch(binding: BrowserRunBinding, limits: PagePoolLimits): Promise<WarmBrowser> {
    const { sessionId, connection } = await launchSession(binding);
    // A connection that is lost may leave a browser that still runs, and is paid for.
    const ended = connection.closed.then(() => endSession(binding, sessionId));
    const pool = new PagePool(connection, limits);
    try {
      await pool.start();
      return new WarmBrowser(sessionId, pool, connection.closed, ended);
    } catch (error) {
      pool.close();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.pool.isLost;
  }

  get isWorn(): boolean {
    return this.#jobs >= WORN.jobs || this.#bytes >= WORN.bytes;
  }

  /** Counts a piece of work; a retired browser ends with the last one. */
  async use<T>(work: (pool: PagePool) => Promise<T>, bytesOf: (result: T) => number): Promise<T> {
    this.#jobs += 1;
    this.#running += 1;
    try {
      const result = await work(this.pool);
      this.#bytes += bytesOf(result);
      return result;
    } finally {
      this.#running -= 1;
      if (this.#retired && this.#running === 0) this.pool.close();
    }
  }

  /** Takes no new work; what runs is finished. */
  retire(): void {
    this.#retired = true;
    if (this.#running === 0) this.pool.close();
  }
}
