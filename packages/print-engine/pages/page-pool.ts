import { type Connection, ConnectionLost } from '../devtools/connection.ts';
import { Heartbeat } from '../devtools/heartbeat.ts';
import type { Protocol } from '../devtools/protocol.ts';
import type { PrintPath } from '../fast/print-path.ts';
import { NoPageInTime, PrintTimeout, RenderFailure } from '../failures.ts';
import type { PrintLimits } from '../print-limits.ts';
import { requireNotAborted, untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';
import { JobSlots } from './job-slots.ts';
import { LeasedPage, type NextDocument } from './leased-page.ts';
import { HOUSEKEEPING_MS } from './page-session.ts';
import { PrintPage, toFirstRatio } from './print-page.ts';
import { warmUp } from './warm-up.ts';

export interface PagePoolLimits {
  /** Blank pages that are opened before they are needed. */
  readonly ready: number;
  /** Jobs that print at the same time. */
  readonly concurrent: number;
  /** Default: `fast`. */
  readonly printPath?: PrintPath | undefined;
  /**
   * Returns whether a host name or IP address is public. A browser that may not reach a host does not say why, so the report needs this for
   * the reason. It restricts no request. Default: each host is public.
   */
  readonly isPublicHost?: (host: string) => boolean;
  /** The browser has not answered for about a second. It gets the workspaces whose documents may have run scripts then. */
  readonly onSlow?: (workspaceIds: ReadonlySet<string>) => void;
}

type PageLimits = Pick<PrintLimits, 'workspaceId' | 'deadline' | 'pageShare' | 'isBackground'>;

interface PageUse<T> extends Partial<NextDocument> {
  /** Resolves when the result no longer needs the page. */
  readonly heldUntil?: (result: T) => Promise<void> | undefined;
  /** Nothing runs in the document. Default: something may. */
  readonly isStill?: boolean;
  /** When it aborts, the page is closed at once, whatever runs in it. */
  readonly signal?: AbortSignal | undefined;
  /** The job can use a second page. It gets one only if one is ready and no other job runs. */
  readonly wantsSpare?: boolean;
}

/** A page is replaced after this many documents, because its process grows. */
const MAX_DOCUMENTS = 200;

/** Opening a page takes 60 ms in the headless shell and 200 ms in a full Chromium, clearing one 6 ms and 15 ms. */
const [MIN_OPENING_MS, MAX_OPENING_MS] = [60, 1_000];

/** Pages are opened only after a pause without prints, because printing needs the CPU. */
const REFILL_PAUSE_MS = 20;

/** If a page were cleared at once, the answer for a small document would be 4 to 5 ms later. */
const CLEARING_PAUSE_MS = 12;

/** Windows that a document opens. The pool closes them. */
const POPUP_TYPES = [{ type: 'page' }];

/** A page that has printed stays reserved for its workspace for a while. It never serves another one. */
export class PagePool {
  readonly #connection: Connection;
  readonly #limits: PagePoolLimits;
  readonly #slots: JobSlots;
  readonly #heartbeat: Heartbeat;
  readonly #blank: PrintPage[] = [];
  readonly #leased: LeasedPage[] = [];
  /** The jobs in whose documents something may run. */
  readonly #restless = new Set<{ readonly workspaceId: string }>();
  /** By browser context, the one page that it should have. */
  readonly #pages = new Map<string, PrintPage>();
  /** The time that a page takes to open for each job that shares the CPU. It depends on the browser and the machine. */
  #openingMs = MIN_OPENING_MS;
  #refillTimer: ReturnType<typeof setTimeout> | null = null;
  #refilling = false;

  constructor(connection: Connection, limits: PagePoolLimits) {
    this.#connection = connection;
    this.#limits = limits;
    this.#slots = new JobSlots(limits.concurrent);
    this.#heartbeat = new Heartbeat(connection, {
      slow: () => limits.onSlow?.(new Set(Array.from(this.#restless, ({ workspaceId }) => workspaceId))),
      silence: () => this.close(),
    });
    connection.listen(undefined, (event) => {
      if (event.method === 'Target.targetCreated') this.#closePopup(event.params.targetInfo);
      if (event.method === 'Target.targetCrashed') this.#noteCrash(event.params);
    });
    void connection.closed.then(() => this.close());
  }

  /** @throws {Error} the browser opens no page */
  async start(): Promise<void> {
    const discovery = { discover: true, filter: POPUP_TYPES };
    await this.#connection.send('Target.setDiscoverTargets', discovery, HOUSEKEEPING_MS);
    this.#blank.push(await this.#openPage());
    this.#scheduleRefill();
  }

  get printPath(): PrintPath {
    return this.#limits.printPath ?? 'fast';
  }

  get isPublicHost(): (host: string) => boolean {
    return this.#limits.isPublicHost ?? (() => true);
  }

  get isLost(): boolean {
    return this.#connection.isLost;
  }

  get load(): number {
    return this.#slots.load;
  }

  /**
   * A page whose work fails is not used again.
   * @throws {NoPageInTime} no page was free before the deadline, or the work was late after a longer wait for its page
   * @throws {PrintCancelled} the signal aborted
   */
  async withPage<T>(
    limits: PageLimits,
    work: (page: PrintPage, spare: PrintPage | null) => Promise<T>,
    {
      heldUntil,
      isStill = false,
      signal,
      wantsSpare = false,
      isTraceless = false,
      firstRatio = toFirstRatio(),
    }: PageUse<T> = {},
  ): Promise<T> {
    const cameAt = performance.now();
    await this.#slots.acquire(limits, signal);
    const startedAt = performance.now();
    let page: PrintPage | undefined;
    let spare: PrintPage | undefined;
    const { workspaceId } = limits;
    const restless = { workspaceId };
    const release = (isReusable: boolean) => {
      this.#restless.delete(restless);
      this.#release(limits, page, isReusable);
    };
    this.#heartbeat.begin();
    if (!isStill) this.#restless.add(restless);
    try {
      page = await this.#acquirePage(workspaceId, { isTraceless, firstRatio });
      // Its document may do anything, so the page has to be cleared.
      if (wantsSpare && this.load === 1)
        spare = this.#takeReady(workspaceId, { isTraceless: false, firstRatio });
      requireNotAborted(signal);
      const result = await untilAborted(work(page, spare ?? null), signal);
      const held = heldUntil?.(result);
      if (held)
        void untilAborted(held, signal).then(
          () => release(true),
          () => release(false),
        );
      else release(true);
      // After the page, so that each is used for the same again.
      this.#putBack(spare, true);
      return result;
    } catch (error) {
      const usedMs = performance.now() - startedAt;
      if (error instanceof RenderFailure) error.pageMs += usedMs;
      this.#putBack(spare, false);
      release(false);
      throw startedAt - cameAt > usedMs ? blameWait(error) : error;
    }
  }

  drained(): Promise<void> {
    return this.#slots.drained();
  }

  #release(limits: PageLimits, page: PrintPage | undefined, isReusable: boolean): void {
    this.#heartbeat.end();
    this.#putBack(page, isReusable);
    this.#slots.release(limits);
    if (this.#slots.isIdle) this.#scheduleRefill();
  }

  #putBack(page: PrintPage | undefined, isReusable: boolean): void {
    if (page && isReusable && isLasting(page)) this.#lease(page);
    else if (page) this.#dispose(page);
  }

  async #acquirePage(workspaceId: string, next: NextDocument): Promise<PrintPage> {
    const isOwn = ({ page, isClaimed }: LeasedPage) =>
      page.workspaceId === workspaceId && !isClaimed && page.isFor(next.firstRatio);
    const page =
      this.#takeReady(workspaceId, next) ??
      (await this.#takeWhenReady(this.#leased.find(isOwn), next)) ??
      (await this.#openPage(next.firstRatio));
    page.workspaceId = workspaceId;
    return page;
  }

  /** A page that needs no waiting. */
  #takeReady(workspaceId: string, next: NextDocument): PrintPage | undefined {
    const isOwn = ({ page, isClaimed }: LeasedPage) => page.workspaceId === workspaceId && !isClaimed;
    const page =
      this.#takeLeased((leased) => isOwn(leased) && leased.isReadyFor(next)) ??
      (next.firstRatio === toFirstRatio() ? this.#blank.shift() : undefined);
    if (page) page.workspaceId = workspaceId;
    return page;
  }

  #takeLeased(isWanted: (leased: LeasedPage) => boolean): PrintPage | undefined {
    const index = this.#leased.findIndex(isWanted);
    const [leased] = index >= 0 ? this.#leased.splice(index, 1) : [];
    leased?.release();
    return leased?.page;
  }

  /** Waiting for a page to be cleared is quicker than opening one, unless its last document blocks it. */
  async #takeWhenReady(leased: LeasedPage | undefined, next: NextDocument): Promise<PrintPage | undefined> {
    if (!leased) return undefined;
    leased.isClaimed = true;
    await withTimeout(leased.prepare(next), this.#openingMs * this.load, () => {});
    leased.isClaimed = false;
    return this.#takeLeased((other) => other === leased && other.isReadyFor(next));
  }

  #lease(page: PrintPage): void {
    // Another job needs the CPU now anyway, and may wait for this page.
    const clearAfterMs = this.load > 1 ? 0 : CLEARING_PAUSE_MS;
    const leased = new LeasedPage(page, clearAfterMs, () => this.#endLease(leased));
    const unclaimed = this.#leased.filter((other) => !other.isClaimed);
    const oldest = unclaimed.find((other) => other.page.workspaceId === page.workspaceId) ?? unclaimed[0];
    if (oldest && this.#leased.length > this.#limits.concurrent) this.#endLease(oldest);
    this.#leased.push(leased);
  }

  #endLease(leased: LeasedPage): void {
    if (this.#takeLeased((other) => other === leased)) this.#dispose(leased.page);
  }

  #dispose(page: PrintPage): void {
    this.#pages.delete(page.browserContextId);
    // A browser that cannot close a page is broken.
    page.dispose().catch(() => this.close());
  }

  #noteCrash({ targetId, errorCode }: Protocol.Target.TargetCrashedEvent): void {
    for (const page of this.#pages.values()) if (page.targetId === targetId) page.noteCrash(errorCode);
  }

  #closePopup({ targetId, browserContextId = '' }: Protocol.Target.TargetInfo): void {
    const page = this.#pages.get(browserContextId);
    if (page === undefined || page.targetId === targetId) return;
    this.#connection.send('Target.closeTarget', { targetId }, HOUSEKEEPING_MS).catch(() => {});
  }

  async #openPage(firstRatio = toFirstRatio()): Promise<PrintPage> {
    const startedAt = performance.now();
    const page = await PrintPage.open(this.#connection, this.printPath, firstRatio);
    this.#pages.set(page.browserContextId, page);
    const openingMs = (performance.now() - startedAt) / Math.max(1, this.load);
    this.#openingMs = Math.min(MAX_OPENING_MS, Math.max(MIN_OPENING_MS, openingMs));
    return page;
  }

  #scheduleRefill(): void {
    if (this.#blank.length >= this.#limits.ready) return;
    if (this.#refillTimer) clearTimeout(this.#refillTimer);
    this.#refillTimer = setTimeout(() => void this.#refill(), REFILL_PAUSE_MS);
  }

  async #refill(): Promise<void> {
    if (this.#refilling) return;
    this.#refilling = true;
    try {
      while (this.#slots.isIdle && this.#blank.length < this.#limits.ready && !this.isLost) {
        const page = await this.#openPage();
        await warmUp(page);
        this.#blank.push(page);
      }
    } catch (error) {
      if (!(error instanceof ConnectionLost)) this.close();
    } finally {
      this.#refilling = false;
    }
  }

  /** The browser closes all pages of a closed connection. */
  close(): void {
    if (this.#refillTimer) clearTimeout(this.#refillTimer);
    this.#heartbeat.stop();
    for (const leased of this.#leased.splice(0)) leased.release();
    this.#blank.length = 0;
    this.#connection.close();
  }
}

/** The wait for the page took longer than the document. A condition of the job has its own limit, so it stays as it is. */
function blameWait(error: unknown): unknown {
  if (!(error instanceof PrintTimeout) || error.kind !== 'timeout') return error;
  const { message, pageMs } = error;
  return Object.assign(new NoPageInTime(`a page was free too late: ${message}`, { cause: error }), {
    pageMs,
  });
}

const isLasting = (page: PrintPage): boolean =>
  !page.isLost && !page.isSpent && page.documentCount < MAX_DOCUMENTS;
