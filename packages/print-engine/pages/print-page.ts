import type { Connection } from '../devtools/connection.ts';
import type {
  CommandParameters,
  CommandResult,
  DevToolsEvent,
  Method,
  Protocol,
} from '../devtools/protocol.ts';
import {
  ANSWER_DIALOGS_EXPRESSION,
  DEPARTURE_EXPRESSION,
  EXPECT_UNSEEN_EXPRESSION,
  HIDE_EXPRESSION,
  PREPARE_PAGE_EXPRESSION,
  REPORT_REQUESTS_EXPRESSION,
  toAdoptExpression,
} from '../in-page/expressions.ts';
import { PageTrace } from '../fast/page-trace.ts';
import { screenScale } from '../fast/screen.ts';
import { NO_SHORTCUTS, type PrintPath } from '../fast/print-path.ts';
import { DocumentWatch } from './document-watch.ts';
import { type Interception, PLAIN_INTERCEPTION, toPatterns } from './interception.ts';
import { NetworkWatch } from './network-watch.ts';
import { HOUSEKEEPING_MS, PageSession } from './page-session.ts';
import { MAX_MESSAGE_CHARACTERS, writeInChunks } from './write-in-chunks.ts';

/**
 * Chromium keeps the documents that a page had before, up to 1 MB each, until its own limits are reached, which are made for a
 * page with one document. To collect this many takes 8 to 20 ms. Each page of a PDF costs memory for each element of its
 * document, so a document counts once more for each eight pages.
 */
const COLLECT_AFTER = 40;
const PAGES_PER_COUNT = 8;

/**
 * A page with more in its heaps than this is closed and not cleared. Most of it is garbage of the last document, but to collect
 * it takes a quarter of the time of the print, and a new page takes 60 ms.
 */
const MAX_KEPT_BYTES = 100_000_000;

/**
 * A document that leaves no trace is not measured, so it has this many pages at most. After this many, a page is closed at once,
 * because measuring a large heap takes seconds.
 */
const [MAX_TRACELESS_PAGES, MAX_KEPT_PAGES] = [50, 200];

/** SIGTRAP: V8 or an allocator has found no memory, and has ended the process. */
const OUT_OF_MEMORY = 5;

/** SIGILL, SIGABRT, SIGBUS and SIGSEGV. A stack that is full is a SIGSEGV. */
const FAULTS: ReadonlySet<number> = new Set([4, 6, 7, 11]);

class HeavyPage extends Error {
  override readonly name = 'HeavyPage';
}

/** Documents and libraries that honour it draw at once, without animations. */
const MEDIA_FEATURES = [{ name: 'prefers-reduced-motion', value: 'reduce' }];

export interface Window {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly media: 'print' | 'screen';
  /** Without white behind the document. Default: false. */
  readonly isTransparent?: boolean;
  /** A picture of the screen is taken. Default: false. */
  readonly isSeen?: boolean;
}

/** The window of the most frequent job: A4 without margins. */
const FIRST_WINDOW: Window = { width: 794, height: 1123, media: 'print' };

export const DEFAULT_RATIO = 2;

/**
 * The ratio of a new page for a job with this one. A process keeps metrics of fonts, and up to the ratio 1, where glyphs are at whole
 * pixels, they are others: lengths in `ex`, and lines, would be as high as in the document before.
 */
export const toFirstRatio = (ratio = DEFAULT_RATIO): number => (ratio > 1 ? DEFAULT_RATIO : ratio);

/**
 * No domain with events that contain texts of the page is enabled (`Page`, `Log`, `Runtime`, `Network`): a page could
 * make a message so long that it ends the connection of the whole browser.
 */
export class PrintPage {
  documentCount = 0;
  /** It had a document of a server, whose origin may have kept something, or one of many pages. It is not used again. */
  isSpent = false;
  /** Chromium has ended its process, because it found no memory. */
  isOutOfMemory = false;
  /** Its process has ended by a fault of its own: nothing has ended it from outside. */
  isFaulty = false;
  sourceField = 'htmlContent';
  /** No other workspace may get this page. */
  workspaceId: string | null = null;
  readonly watch = new DocumentWatch();
  readonly network = new NetworkWatch();
  onEvent: ((event: DevToolsEvent) => void) | null = null;
  readonly #session: PageSession;
  #window: Window | null = null;
  #pixelRatio: number;
  #interception = PLAIN_INTERCEPTION;
  readonly #path: PrintPath;
  readonly #trace = new PageTrace();
  #isNextHidden = false;
  /** Documents since the last collection. */
  #uncollected = 0;

  private constructor(session: PageSession, path: PrintPath, firstRatio: number) {
    this.#session = session;
    this.#path = path;
    this.#pixelRatio = firstRatio;
    session.listen((event) => {
      if (event.method === 'Fetch.requestPaused') this.#trace.useNetwork();
      this.onEvent?.(event);
    });
  }

  static async open(connection: Connection, path: PrintPath, firstRatio = DEFAULT_RATIO): Promise<PrintPage> {
    const session = await PageSession.open(connection);
    try {
      const page = new PrintPage(session, path, firstRatio);
      await page.#enableDomains();
      return page;
    } catch (error) {
      void session.dispose().catch(() => {});
      throw error;
    }
  }

  get browserContextId(): string {
    return this.#session.browserContextId;
  }

  get targetId(): string {
    return this.#session.targetId;
  }

  get isLost(): boolean {
    return this.#session.isLost;
  }

  send<M extends Method>(
    method: M,
    parameters: CommandParameters<M>,
    timeoutMs: number,
  ): Promise<CommandResult<M>> {
    return this.#session.send(method, parameters, timeoutMs);
  }

  evaluate<T>(expression: string, timeoutMs: number): Promise<T> {
    return this.#session.evaluate(expression, timeoutMs);
  }

  evaluateToBlob(expression: string, timeoutMs: number): Promise<string> {
    return this.#session.evaluateToBlob(expression, timeoutMs);
  }

  /** Whether it was opened for jobs of this ratio. */
  isFor(firstRatio: number): boolean {
    return toFirstRatio(this.#pixelRatio) === firstRatio;
  }

  /** Another document that leaves no trace can replace the one of this page. */
  get isTraceless(): boolean {
    return this.#trace.isNone && this.#interception === PLAIN_INTERCEPTION && !this.watch.hasLeft;
  }

  /** In the world of the document's scripts. */
  async evaluateInDocument(expression: string, timeoutMs: number): Promise<unknown> {
    this.#trace.leave();
    const parameters = { expression, awaitPromise: true, silent: true };
    const { result } = await this.#session.send('Runtime.evaluate', parameters, timeoutMs);
    return result.value;
  }

  intercept(changes: Partial<Interception>, timeoutMs: number): Promise<void> {
    return this.#setInterception({ ...this.#interception, ...changes }, timeoutMs);
  }

  async #setInterception(interception: Interception, timeoutMs = HOUSEKEEPING_MS): Promise<void> {
    this.#interception = interception;
    const patterns = toPatterns(interception);
    // Without a pattern, Chromium would pause every request.
    if (patterns.length > 0) await this.send('Fetch.enable', { patterns }, timeoutMs);
    else await this.send('Fetch.disable', {}, timeoutMs);
  }

  async #enableDomains(): Promise<void> {
    const { browserContextId } = this;
    const session = this.#session;
    await Promise.all([
      this.#session.enterDocument(),
      // Otherwise the page is hidden with its window, and gets no animation frames.
      session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
      // Otherwise Chromium lays out a document that is longer than the window twice, for a scrollbar.
      session.send('Emulation.setScrollbarsHidden', { hidden: true }),
      this.setWindow(FIRST_WINDOW, HOUSEKEEPING_MS),
      this.#setInterception(PLAIN_INTERCEPTION),
      session.sendToBrowser('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    await this.#prepare();
    this.#trace.clear();
  }

  async #prepare(): Promise<void> {
    await Promise.all([
      this.#session.evaluate(PREPARE_PAGE_EXPRESSION),
      this.evaluateInDocument(ANSWER_DIALOGS_EXPRESSION, HOUSEKEEPING_MS),
    ]);
    this.#followDocument();
  }

  #followDocument(): void {
    this.watch.follow(this.#session.evaluate(DEPARTURE_EXPRESSION, Number.POSITIVE_INFINITY));
  }

  /**
   * Wait for it before the document comes: Chromium changes the ratio after the next commands.
   *
   * @param ratio pixels of the screen for each CSS pixel
   */
  async setPixelRatio(ratio: number, timeoutMs: number): Promise<void> {
    if (ratio === this.#pixelRatio) return;
    this.#pixelRatio = ratio;
    await this.#setMetrics(this.#window ?? FIRST_WINDOW, timeoutMs);
  }

  async #setMetrics({ width, height, isSeen = false }: Window, timeoutMs: number): Promise<void> {
    const scale = screenScale(this.#path, isSeen);
    const metrics = { width, height, deviceScaleFactor: this.#pixelRatio, mobile: false, scale };
    await this.send('Emulation.setDeviceMetricsOverride', metrics, timeoutMs);
  }

  async setWindow(window: Window, timeoutMs: number): Promise<void> {
    const { width, height, media, isTransparent = false, isSeen = false } = window;
    const old = this.#window;
    this.#window = window;
    const isResized = width !== old?.width || height !== old.height || isSeen !== (old.isSeen ?? false);
    const background = isTransparent ? { color: { r: 0, g: 0, b: 0, a: 0 } } : {};
    await Promise.all([
      isResized && this.#setMetrics(window, timeoutMs),
      isTransparent !== (old?.isTransparent ?? false) &&
        this.send('Emulation.setDefaultBackgroundColorOverride', background, timeoutMs),
      media !== old?.media &&
        this.send('Emulation.setEmulatedMedia', { media, features: MEDIA_FEATURES }, timeoutMs),
    ]);
  }

  /** Counts the requests of the next document. */
  async watchNetwork(timeoutMs: number): Promise<void> {
    this.network.begin();
    await Promise.all([
      this.intercept({ resources: 'all' }, timeoutMs),
      this.evaluateInDocument(REPORT_REQUESTS_EXPRESSION, timeoutMs),
    ]);
  }

  /** Returns what a document has used when it is ready. */
  noteUse({ usedNetwork }: { readonly usedNetwork: boolean }): void {
    this.#trace.noteUse(usedNetwork);
  }

  notePages(count: number): void {
    this.#uncollected += count / PAGES_PER_COUNT;
    if (count > MAX_TRACELESS_PAGES) this.#trace.leave();
    if (count > MAX_KEPT_PAGES) this.isSpent = true;
  }

  noteCrash(exitCode: number): void {
    this.isOutOfMemory = exitCode === OUT_OF_MEMORY;
    this.isFaulty = FAULTS.has(exitCode);
  }

  /** The next document has no layout in the smallest window. */
  async hideNext(timeoutMs: number): Promise<void> {
    if (!this.#isNextHidden) await this.evaluate(HIDE_EXPRESSION, timeoutMs);
  }

  async setContent(html: string, timeoutMs: number, { isTraceless } = NO_SHORTCUTS): Promise<void> {
    this.documentCount += 1;
    this.#uncollected += 1;
    this.#isNextHidden = false;
    this.#trace.begin({ isTraceless });
    if (html.length <= MAX_MESSAGE_CHARACTERS) {
      await this.send('Page.setDocumentContent', { frameId: this.targetId, html }, timeoutMs);
      return;
    }
    await writeInChunks(this, html, timeoutMs);
  }

  setCookies(cookies: Protocol.Network.CookieParam[]): Promise<unknown> {
    const { browserContextId } = this;
    return this.#session.sendToBrowser('Storage.setCookies', { browserContextId, cookies });
  }

  clearCookies(): Promise<unknown> {
    const { browserContextId } = this;
    return this.#session.sendToBrowser('Storage.clearCookies', { browserContextId });
  }

  /** Loads a document from a server. Returns Chromium's error, or null. */
  async goTo(url: string, timeoutMs: number): Promise<string | null> {
    this.isSpent = true;
    this.watch.ignore();
    const { errorText } = await this.send('Page.navigate', { url }, timeoutMs);
    return errorText ?? null;
  }

  /** Call it after `goTo`. @returns whether the page still has the document that the server sent for `url` */
  async adopt(url: string, timeoutMs: number): Promise<boolean> {
    await this.#session.enterDocument(timeoutMs);
    const [isSame] = await Promise.all([
      this.#session.evaluate<boolean>(toAdoptExpression(url), timeoutMs),
      this.evaluateInDocument(ANSWER_DIALOGS_EXPRESSION, timeoutMs),
    ]);
    this.#followDocument();
    return isSame;
  }

  /** The new document has a new window: no global, timer or listener of the last one remains. */
  async navigate(url: string, timeoutMs: number): Promise<void> {
    this.watch.ignore();
    this.#trace.begin({ isTraceless: false });
    this.#isNextHidden = false;
    await this.send('Page.navigate', { url }, timeoutMs);
    await this.#session.enterDocument(timeoutMs);
  }

  /** Instead of `clear`, if this document and the next one leave no trace. It takes one command (decision 70). */
  async renew(): Promise<void> {
    await this.#session.evaluate(EXPECT_UNSEEN_EXPRESSION);
    this.#isNextHidden = true;
    await this.#collectSometimes();
  }

  /** @throws {HeavyPage} */
  async clear(): Promise<void> {
    const session = this.#session;
    this.#trace.leave();
    this.#isNextHidden = false;
    this.onEvent = null;
    this.watch.ignore();
    this.network.end();
    const { mayBeStored } = this.#trace;
    this.#trace.forgetStored();
    await Promise.all([
      this.#requireLight(),
      session.send('Page.navigate', { url: 'about:blank' }),
      mayBeStored && this.clearCookies(),
      mayBeStored && session.send('Network.clearBrowserCache', {}),
      this.#interception !== PLAIN_INTERCEPTION && this.#setInterception(PLAIN_INTERCEPTION),
    ]);
    await Promise.all([
      session.enterDocument(),
      // Otherwise the next document could go back in the history of the last one.
      session.send('Page.resetNavigationHistory', {}),
    ]);
    await this.#prepare();
    await this.#collectSometimes();
    this.#trace.clear();
  }

  async #requireLight(): Promise<void> {
    const heap = await this.#session.send('Runtime.getHeapUsage', {});
    const bytes = heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize;
    if (bytes > MAX_KEPT_BYTES) throw new HeavyPage(`the page keeps ${bytes} bytes`);
  }

  async #collectSometimes(): Promise<void> {
    if (this.#uncollected < COLLECT_AFTER) return;
    this.#uncollected = 0;
    await this.send('HeapProfiler.collectGarbage', {}, HOUSEKEEPING_MS);
  }

  async dispose(): Promise<void> {
    this.onEvent = null;
    await this.#session.dispose();
  }
}
