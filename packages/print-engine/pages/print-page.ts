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
import { MAX_MESSAGE_CHARACTERS, writeInParts } from './write-in-parts.ts';

/**
 * Chromium keeps the documents that a page had before, up to 1 MB each, until its own limits are reached, which are made for a
 * page with one document. To collect this many takes 8 to 20 ms.
 */
const COLLECT_AFTER = 40;

/** Documents and libraries that honour it draw at once, without animations. */
const MEDIA_FEATURES = [{ name: 'prefers-reduced-motion', value: 'reduce' }];

export interface Window {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly media: 'print' | 'screen';
  /** Pixels of the screen for each CSS pixel. Default: 1. */
  readonly pixelRatio?: number;
  /** Without white behind the document. Default: false. */
  readonly isTransparent?: boolean;
  /** A picture of the screen is taken. Default: false. */
  readonly isSeen?: boolean;
}

/**
 * No domain with events that contain texts of the page is enabled (`Page`, `Log`, `Runtime`, `Network`): a page could
 * make a message so long that it ends the connection of the whole browser.
 */
export class PrintPage {
  documentCount = 0;
  /** It had a document of a server, whose origin may have kept something. It is not used again. */
  isSpent = false;
  sourceField = 'htmlContent';
  /** No other workspace may get this page. */
  workspaceId: string | null = null;
  readonly watch = new DocumentWatch();
  readonly network = new NetworkWatch();
  onEvent: ((event: DevToolsEvent) => void) | null = null;
  readonly #session: PageSession;
  #window: Window | null = null;
  #interception = PLAIN_INTERCEPTION;
  readonly #path: PrintPath;
  readonly #trace = new PageTrace();
  #isNextHidden = false;

  private constructor(session: PageSession, path: PrintPath) {
    this.#session = session;
    this.#path = path;
    session.listen((event) => {
      if (event.method === 'Fetch.requestPaused') this.#trace.useNetwork();
      this.onEvent?.(event);
    });
  }

  static async open(connection: Connection, path: PrintPath): Promise<PrintPage> {
    const session = await PageSession.open(connection);
    try {
      const page = new PrintPage(session, path);
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

  async setWindow(window: Window, timeoutMs: number): Promise<void> {
    const { width, height, media, pixelRatio = 1, isTransparent = false, isSeen = false } = window;
    const old = this.#window;
    this.#window = window;
    const scale = screenScale(this.#path, isSeen);
    const metrics = { width, height, deviceScaleFactor: pixelRatio, mobile: false, scale };
    const isResized =
      width !== old?.width ||
      height !== old.height ||
      pixelRatio !== (old.pixelRatio ?? 1) ||
      isSeen !== (old.isSeen ?? false);
    const background = isTransparent ? { color: { r: 0, g: 0, b: 0, a: 0 } } : {};
    await Promise.all([
      isResized && this.send('Emulation.setDeviceMetricsOverride', metrics, timeoutMs),
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

  /** What a document has used when it is ready. */
  noteUse({ usedNetwork }: { readonly usedNetwork: boolean }): void {
    this.#trace.noteUse(usedNetwork);
  }

  /** The next document has no layout in the smallest window. */
  async hideNext(timeoutMs: number): Promise<void> {
    if (!this.#isNextHidden) await this.evaluate(HIDE_EXPRESSION, timeoutMs);
  }

  async setContent(html: string, timeoutMs: number, { isTraceless } = NO_SHORTCUTS): Promise<void> {
    this.documentCount += 1;
    this.#isNextHidden = false;
    this.#trace.begin({ isTraceless });
    if (html.length <= MAX_MESSAGE_CHARACTERS) {
      await this.send('Page.setDocumentContent', { frameId: this.targetId, html }, timeoutMs);
      return;
    }
    await writeInParts(this, html, timeoutMs);
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

  async #collectSometimes(): Promise<void> {
    if (this.documentCount % COLLECT_AFTER === 0)
      await this.send('HeapProfiler.collectGarbage', {}, HOUSEKEEPING_MS);
  }

  async dispose(): Promise<void> {
    this.onEvent = null;
    await this.#session.dispose();
  }
}
