import { BoundPage } from './bound-page.ts';
import { type Connection, ConnectionLost } from './devtools/connection.ts';
import { PrintPage } from './page.ts';
import { PrintTimeout } from './renderer.ts';

export interface PagePoolLimits {
  /** Blank pages that are kept open ahead of demand. */
  readonly ready: number;
  /** Jobs that print at the same time; the rest wait. */
  readonly concurrent: number;
}

/** A page that printed this often is thrown away even under load: what a process hoards goes with it. */
const MAX_DOCUMENTS = 200;

/**
 * Clearing takes 6 ms, opening a page 60 ms, each of them longer by the jobs that it shares the CPU with: a page that
 * is not clear by then is not waited for.
 */
const MAX_CLEARING_MS = 60;

/** Opening pages takes the CPU that printing needs, so it waits for a gap of this length. */
const REFILL_GAP_MS = 20;

/**
 * Clearing takes the CPU, too, with which a PDF is kept and its answer sent, so it waits until that is done. Begun
 * at once it made a small document's answer 4 to 5 ms later.
 */
const CLEARING_PAUSE_MS = 12;

/** A stranger's document opens no windows; those that a browser lets through are closed at once. */
const POPUP_TYPES = [{ type: 'page' }];

const HOUSEKEEPING_MS = 10_000;

/**
 * Keeps pages open before they are needed. A page is for one job: opening one costs some 60 ms of CPU, which
 * ahead of time nobody waits for. Under load that CPU is what is short, and a page then serves the same
 * workspace again, with a new document and cleared state; it never serves another workspace.
 */
export class PagePool {
  readonly #connection: Connection;
  readonly #limits: PagePoolLimits;
  readonly #blank: PrintPage[] = [];
  readonly #bound: BoundPage[] = [];
  readonly #waiting = new Set<() => void>();
  /** The one target that each browser context is meant to have. */
  readonly #targets = new Map<string, string>();
  readonly #drains: (() => void)[] = [];
  #running = 0;
  #refillTimer: ReturnType<typeof setTimeout> | null = null;
  #refilling = false;

  constructor(connection: Connection, limits: PagePoolLimits) {
    this.#connection = connection;
    this.#limits = limits;
    connection.listen(undefined, (event) => {
      if (event.method !== 'Target.targetCreated') return;
      const { targetId, browserContextId = '' } = event.params.targetInfo;
      const meant = this.#targets.get(browserContextId);
      if (meant !== undefined && meant !== targetId) this.#closeTarget(targetId);
    });
    void connection.closed.then(() => this.close());
  }

  /** Opens the pages that wait for the first jobs. @throws {Error} the browser is of no use */
  async start(): Promise<void> {
    const discovery = { discover: true, filter: POPUP_TYPES };
    await this.#connection.send('Target.setDiscoverTargets', discovery, HOUSEKEEPING_MS);
    this.#blank.push(await this.#open());
    this.#scheduleRefill();
  }

  /** The browser is gone; every job would fail. */
  get isLost(): boolean {
    return this.#connection.isLost;
  }

  /** Jobs that run or wait. */
  get load(): number {
    return this.#running + this.#waiting.size;
  }

  /**
   * Runs `work` with a page for itself, and sees to what is left of the page.
   *
   * @param deadline epoch milliseconds; no page is waited for longer
   * @param heldUntil for a result that still needs the page: when it does no more
   * @throws {PrintTimeout} all pages were taken until the deadline
   * @throws whatever `work` throws
   */
  async withPage<T>(
    workspaceId: string,
    deadline: number,
    work: (page: PrintPage) => Promise<T>,
    heldUntil?: (result: T) => Promise<void> | undefined,
  ): Promise<T> {
    await this.#turn(deadline);
    let page: PrintPage | undefined;
    try {
      page = await this.#take(workspaceId);
      const result = await work(page);
      const held = heldUntil?.(result);
      if (held) void held.then(() => this.#settle(page, true));
      else this.#settle(page, true);
      return result;
    } catch (error) {
      this.#settle(page, false);
      throw error;
    }
  }

  /** Somebody else's job waits for the CPU in any case, and may be waiting for this very page. */
  get #isUnderLoad(): boolean {
    return this.load > 1;
  }

  #settle(page: PrintPage | undefined, isSound: boolean): void {
    if (page && isSound && !page.isLost && page.documents < MAX_DOCUMENTS) this.#bind(page);
    else if (page) this.#discard(page);
    this.#passTurn();
  }

  /** Resolves when no job runs or waits. */
  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.#drains.push(resolve));
  }

  async #turn(deadline: number): Promise<void> {
    if (this.#running < this.#limits.concurrent) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        reject(new PrintTimeout('no page was free in time'));
      }, deadline - Date.now());
      this.#waiting.add(begin);
    });
  }

  #passTurn(): void {
    for (const begin of this.#waiting) {
      this.#waiting.delete(begin);
      begin();
      return;
    }
    this.#running -= 1;
    if (this.#running === 0) for (const resolve of this.#drains.splice(0)) resolve();
    this.#scheduleRefill();
  }

  async #take(workspaceId: string): Promise<PrintPage> {
    const own = (bound: BoundPage) => bound.page.workspaceId === workspaceId && !bound.isClaimed;
    const page =
      this.#takeBound((bound) => own(bound) && bound.isClear) ??
      this.#blank.shift() ??
      (await this.#takeClearing(own)) ??
      (await this.#open());
    page.workspaceId = workspaceId;
    return page;
  }

  #takeBound(suits: (bound: BoundPage) => boolean): PrintPage | undefined {
    const index = this.#bound.findIndex(suits);
    const [bound] = index >= 0 ? this.#bound.splice(index, 1) : [];
    bound?.leave();
    return bound?.page;
  }

  /** Waiting for a page to be cleared is quicker than opening one, unless its last document holds it up. */
  async #takeClearing(suits: (bound: BoundPage) => boolean): Promise<PrintPage | undefined> {
    const clearing = this.#bound.find(suits);
    if (!clearing) return undefined;
    clearing.isClaimed = true;
    const patience = new Promise((resolve) => setTimeout(resolve, MAX_CLEARING_MS * this.load));
    await Promise.race([clearing.clear(), patience]);
    clearing.isClaimed = false;
    return this.#takeBound((bound) => bound === clearing && bound.isClear);
  }

  #bind(page: PrintPage): void {
    const clearAfterMs = this.#isUnderLoad ? 0 : CLEARING_PAUSE_MS;
    const bound = new BoundPage(page, clearAfterMs, () => {
      if (this.#takeBound((other) => other === bound)) this.#discard(page);
    });
    const oldest = this.#bound.find((other) => !other.isClaimed);
    if (oldest && this.#bound.length >= this.#limits.concurrent) {
      this.#takeBound((other) => other === oldest);
      this.#discard(oldest.page);
    }
    this.#bound.push(bound);
  }

  #discard(page: PrintPage): void {
    this.#targets.delete(page.browserContextId);
    // A browser that cannot even close a page is ended, and with it everything that hangs in it.
    page.dispose().catch(() => this.close());
  }

  #closeTarget(targetId: string): void {
    this.#connection.send('Target.closeTarget', { targetId }, HOUSEKEEPING_MS).catch(() => {});
  }

  async #open(): Promise<PrintPage> {
    const page = await PrintPage.open(this.#connection);
    this.#targets.set(page.browserContextId, page.targetId);
    return page;
  }

  #scheduleRefill(): void {
    if (this.#refillTimer) clearTimeout(this.#refillTimer);
    this.#refillTimer = setTimeout(() => void this.#refill(), REFILL_GAP_MS);
  }

  /** Opens one page after the other while nothing prints. */
  async #refill(): Promise<void> {
    if (this.#refilling) return;
    this.#refilling = true;
    try {
      while (this.#running === 0 && this.#blank.length < this.#limits.ready && !this.#connection.isLost) {
        const page = await this.#open();
        await page.warmUp();
        this.#blank.push(page);
      }
    } catch (error) {
      if (!(error instanceof ConnectionLost)) this.close();
    } finally {
      this.#refilling = false;
    }
  }

  /** Ends the connection and every page. */
  close(): void {
    if (this.#refillTimer) clearTimeout(this.#refillTimer);
    for (const bound of this.#bound.splice(0)) bound.leave();
    this.#blank.length = 0;
    this.#connection.close();
  }
}
