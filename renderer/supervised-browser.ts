import { type Connection, PagePool, type PagePoolLimits } from '@platen/print-engine';

export interface LaunchedBrowser {
  readonly connection: Connection;
  /** Called once, after the connection has closed: the browser itself may still run. Never rejects. */
  end(): Promise<void>;
}

/** A browser is replaced after this much work, because its memory grows with every job. */
export interface BrowserWear {
  readonly jobs: number;
  /** HTML and PDF together. */
  readonly bytes: number;
}

export class SupervisedBrowser {
  readonly pages: PagePool;
  /** Resolves when the connection has closed and the browser is ended. */
  readonly ended: Promise<void>;
  #jobs = 0;
  #bytes = 0;

  private constructor(launched: LaunchedBrowser, limits: PagePoolLimits) {
    this.pages = new PagePool(launched.connection, limits);
    this.ended = launched.connection.closed.then(() => launched.end());
  }

  static async open(launched: LaunchedBrowser, limits: PagePoolLimits): Promise<SupervisedBrowser> {
    const browser = new SupervisedBrowser(launched, limits);
    try {
      await browser.pages.start();
      return browser;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  get isLost(): boolean {
    return this.pages.isLost;
  }

  isWorn({ jobs, bytes }: BrowserWear): boolean {
    return this.#jobs >= jobs || this.#bytes >= bytes;
  }

  countJob(): void {
    this.#jobs += 1;
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Closes the browser when its running jobs have finished. */
  async retire(): Promise<void> {
    await this.pages.drained();
    await this.close();
  }

  /** Running jobs fail. */
  async close(): Promise<void> {
    this.pages.close();
    await this.ended;
  }
}
