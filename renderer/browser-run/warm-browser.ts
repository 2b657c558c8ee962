import { PagePool, type PagePoolLimits } from '../page-pool.ts';
import { type BrowserRunBinding, endSession, launchSession } from './session.ts';

/** How much work a browser does before it is replaced. */
export interface BrowserWear {
  readonly jobs: number;
  /** Of HTML and PDF together. */
  readonly bytes: number;
}

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

  hasDone({ jobs, bytes }: BrowserWear): boolean {
    return this.#jobs >= jobs || this.#bytes >= bytes;
  }

  /** Runs a piece of work, and counts it. */
  async use<T>(work: (pool: PagePool) => Promise<T>, bytesOf: (result: T) => number): Promise<T> {
    this.#jobs += 1;
    const result = await work(this.pool);
    this.#bytes += bytesOf(result);
    return result;
  }

  /** Ends when what runs is finished; nobody may give it new work. */
  async retire(): Promise<void> {
    await this.pool.drained();
    this.pool.close();
  }
}
