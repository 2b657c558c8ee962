import type { Connection } from '../devtools/connection.ts';
import type { CommandParameters, CommandResult, DevToolsEvent, Method } from '../devtools/protocol.ts';
import { PREPARE_PAGE_EXPRESSION, WARM_UP_DOCUMENT, WARM_UP_EXPRESSION } from '../in-page/expressions.ts';
import { PLAIN_PRINT } from '../print/print-parameters.ts';
import { DocumentWatch } from './document-watch.ts';
import { NetworkWatch } from './network-watch.ts';
import { HOUSEKEEPING_MS, PageSession } from './page-session.ts';

/** The window of the most frequent job: A4 without margins. */
const A4_WINDOW: Window = { width: 794, height: 1123, media: 'print' };

/** Documents and libraries that honour it draw at once, without animations. */
const MEDIA_FEATURES = [{ name: 'prefers-reduced-motion', value: 'reduce' }];

/** A character may take six bytes as JSON, and Workers receive WebSocket messages of at most 32 MiB. */
const MAX_MESSAGE_CHARACTERS = 4_000_000;

export interface Window {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly media: 'print' | 'screen';
}

export class PrintPage {
  documentCount = 0;
  /** No other workspace may get this page. */
  workspaceId: string | null = null;
  readonly watch: DocumentWatch;
  readonly network = new NetworkWatch();
  onEvent: ((event: DevToolsEvent) => void) | null = null;
  readonly #session: PageSession;
  #window: Window | null = null;
  #usedNetwork = false;

  private constructor(session: PageSession) {
    this.#session = session;
    this.watch = new DocumentWatch(session.targetId);
    session.listen((event) => this.#receive(event));
  }

  static async open(connection: Connection): Promise<PrintPage> {
    const session = await PageSession.open(connection);
    try {
      const page = new PrintPage(session);
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

  async #enableDomains(): Promise<void> {
    const { browserContextId } = this;
    const session = this.#session;
    await Promise.all([
      this.#enterDocument(),
      session.send('Page.enable', {}),
      session.send('Log.enable', {}),
      // Otherwise Chromium lays out a document that is longer than the window twice, for a scrollbar.
      session.send('Emulation.setScrollbarsHidden', { hidden: true }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*', requestStage: 'Request' }] }),
      session.sendToBrowser('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
    ]);
    await session.evaluate(PREPARE_PAGE_EXPRESSION);
  }

  #receive(event: DevToolsEvent): void {
    if (event.method === 'Page.javascriptDialogOpening') {
      // alert, confirm, prompt and beforeunload stop the page until they are answered.
      void this.#session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
    }
    if (event.method === 'Fetch.requestPaused') this.#usedNetwork = true;
    this.watch.receive(event);
    this.network.receive(event);
    this.onEvent?.(event);
  }

  async setWindow(window: Window, timeoutMs: number): Promise<void> {
    const { width, height, media } = window;
    const old = this.#window;
    this.#window = window;
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await Promise.all([
      (width !== old?.width || height !== old.height) &&
        this.send('Emulation.setDeviceMetricsOverride', metrics, timeoutMs),
      media !== old?.media &&
        this.send('Emulation.setEmulatedMedia', { media, features: MEDIA_FEATURES }, timeoutMs),
    ]);
  }

  /** Counts the requests of the next document. */
  async watchNetwork(timeoutMs: number): Promise<void> {
    this.network.begin();
    await this.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }, timeoutMs);
  }

  /** Parts of a long document wait in the isolated world, where its scripts cannot see them. */
  async setContent(html: string, timeoutMs: number): Promise<void> {
    this.documentCount += 1;
    this.watch.begin();
    if (html.length <= MAX_MESSAGE_CHARACTERS) {
      await this.send('Page.setDocumentContent', { frameId: this.targetId, html }, timeoutMs);
      return;
    }
    const commands = [this.evaluate('globalThis.parts = []; 0', timeoutMs)];
    for (let start = 0; start < html.length; start += MAX_MESSAGE_CHARACTERS) {
      const part = JSON.stringify(html.slice(start, start + MAX_MESSAGE_CHARACTERS));
      commands.push(this.evaluate(`parts.push(${part})`, timeoutMs));
    }
    const write =
      "document.open(); document.write(parts.join('')); document.close(); delete globalThis.parts";
    await Promise.all([...commands, this.evaluate(`{ ${write} }`, timeoutMs)]);
  }

  /** The new document has a new window: no global, timer or listener of the last one remains. */
  async navigate(url: string, timeoutMs: number): Promise<void> {
    await this.send('Page.navigate', { url }, timeoutMs);
    await this.#enterDocument(timeoutMs);
  }

  async #enterDocument(timeoutMs?: number): Promise<void> {
    await this.#session.enterDocument(timeoutMs);
    this.watch.begin();
  }

  /** The first print of a process takes three times as long. Leaves nothing that a script could see. */
  async warmUp(): Promise<void> {
    const session = this.#session;
    const print = async () => {
      const { stream } = await session.send('Page.printToPDF', PLAIN_PRINT);
      if (stream !== undefined) await session.send('IO.close', { handle: stream });
    };
    await Promise.all([
      this.setWindow(A4_WINDOW, HOUSEKEEPING_MS),
      session.send('Page.setDocumentContent', { frameId: this.targetId, html: WARM_UP_DOCUMENT }),
      session.evaluate(WARM_UP_EXPRESSION),
      print(),
    ]);
  }

  async clear(): Promise<void> {
    const { browserContextId } = this;
    const session = this.#session;
    this.onEvent = null;
    const emptied = this.#usedNetwork
      ? [
          session.sendToBrowser('Storage.clearCookies', { browserContextId }),
          session.send('Network.clearBrowserCache', {}),
        ]
      : [];
    this.#usedNetwork = false;
    if (this.network.isOn) emptied.push(session.send('Network.disable', {}));
    this.network.end();
    await Promise.all([session.send('Page.navigate', { url: 'about:blank' }), ...emptied]);
    await Promise.all([
      this.#enterDocument(),
      // Otherwise the next document could go back in the history of the last one.
      session.send('Page.resetNavigationHistory', {}),
    ]);
    await session.evaluate(PREPARE_PAGE_EXPRESSION);
  }

  async dispose(): Promise<void> {
    this.onEvent = null;
    await this.#session.dispose();
  }
}
