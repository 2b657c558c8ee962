import { type Connection, ConnectionLost, type DevToolsEvent } from './devtools/connection.ts';
import type { CommandParameters, CommandResult, Method } from './devtools/protocol.ts';
import { DocumentWatch } from './document-watch.ts';
import { DEFINITIONS, WARM_UP_DOCUMENT, WARM_UP_EXPRESSION } from './in-page.ts';
import { PLAIN_PRINT } from './print-parameters.ts';

/** Opening, clearing and closing are not the job's work; a browser that needs longer for them is broken. */
const HOUSEKEEPING_MS = 10_000;

/** What most jobs print in: A4 without margins. */
const A4_WINDOW: Window = { width: 794, height: 1123, media: 'print' };

/** Escaped as JSON, a character may take six bytes; Workers take messages up to 32 MiB. */
const MAX_MESSAGE_CHARACTERS = 4_000_000;

/** How a document sees the window that it is in. */
export interface Window {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly media: 'print' | 'screen';
}

/**
 * A blank page in a browser context of its own: its process, cookies, storage and cache are shared with no
 * other page. Everything that a job needs is switched on before the job is there.
 */
export class PrintPage {
  readonly browserContextId: string;
  readonly targetId: string;
  /** Documents that were set since it was opened. */
  documents = 0;
  /** The workspace whose documents it has seen; no other may have it. */
  workspaceId: string | null = null;
  crashed = false;
  readonly watch: DocumentWatch;
  /** Hears the page's events while a job runs. */
  onEvent: ((event: DevToolsEvent) => void) | null = null;
  readonly #connection: Connection;
  readonly #sessionId: string;
  #world = 0;
  #window: Window | null = null;
  #usedNetwork = false;
  #loaded = false;
  #announceLoad: () => void = () => {};

  private constructor(connection: Connection, ids: { context: string; target: string; session: string }) {
    this.#connection = connection;
    this.browserContextId = ids.context;
    this.targetId = ids.target;
    this.#sessionId = ids.session;
    this.watch = new DocumentWatch(ids.target, () => this.#announceLoad());
  }

  /** @throws {ConnectionLost} @throws {CommandTimeout} @throws {CommandRefused} */
  static async open(connection: Connection): Promise<PrintPage> {
    const browser = <M extends Method>(method: M, parameters: CommandParameters<M>) =>
      connection.send(method, parameters, HOUSEKEEPING_MS);
    // The context ends with the connection: a broker that dies leaves no page behind.
    const context = await browser('Target.createBrowserContext', { disposeOnDetach: true });
    const { browserContextId } = context;
    try {
      const { targetId } = await browser('Target.createTarget', { url: 'about:blank', browserContextId });
      const { sessionId } = await browser('Target.attachToTarget', { targetId, flatten: true });
      const page = new PrintPage(connection, {
        context: browserContextId,
        target: targetId,
        session: sessionId,
      });
      await page.#prepare();
      return page;
    } catch (error) {
      void browser('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    this.#connection.listen(this.#sessionId, (event) => this.#receive(event));
    const { browserContextId } = this;
    await Promise.all([
      this.#enter(HOUSEKEEPING_MS),
      this.#housekeeping('Page.enable', {}),
      this.#housekeeping('Log.enable', {}),
      // Paper has no scrollbars, and a document longer than the window is laid out twice to make room for one.
      this.#housekeeping('Emulation.setScrollbarsHidden', { hidden: true }),
      this.#housekeeping('Fetch.enable', { patterns: [{ urlPattern: 'http*', requestStage: 'Request' }] }),
      this.#connection.send(
        'Browser.setDownloadBehavior',
        { behavior: 'deny', browserContextId },
        HOUSEKEEPING_MS,
      ),
    ]);
    await this.#makeReady();
  }

  /**
   * What a job needs in the page is there before the job is. A window with a history is not closed by
   * `window.close()`; nor has it a name that its last document gave it.
   */
  #makeReady(): Promise<unknown> {
    return this.evaluate(`${DEFINITIONS} window.name = ''; history.pushState(null, '')`, HOUSEKEEPING_MS);
  }

  #receive(event: DevToolsEvent): void {
    if (event.method === 'Inspector.targetCrashed') {
      this.crashed = true;
      this.#connection.forget(this.#sessionId);
    } else if (event.method === 'Page.javascriptDialogOpening') {
      // alert, confirm, prompt and beforeunload stop the page until somebody answers.
      void this.#housekeeping('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
    }
    if (event.method === 'Fetch.requestPaused') this.#usedNetwork = true;
    this.watch.hear(event);
    if (event.method === 'Page.loadEventFired') {
      this.#loaded = true;
      this.#announceLoad();
    }
    this.onEvent?.(event);
  }

  get isLost(): boolean {
    return this.crashed || this.#connection.isLost;
  }

  send<M extends Method>(
    method: M,
    parameters: CommandParameters<M>,
    timeoutMs: number,
  ): Promise<CommandResult<M>> {
    return this.#connection.send(method, parameters, timeoutMs, this.#sessionId);
  }

  #housekeeping<M extends Method>(method: M, parameters: CommandParameters<M>): Promise<CommandResult<M>> {
    return this.send(method, parameters, HOUSEKEEPING_MS);
  }

  /**
   * Evaluates in a world of its own: the page's scripts see neither the code nor its variables, and what
   * they did to prototypes does not reach it. Returns what the expression's promise resolves with, as JSON.
   */
  async evaluate<T>(expression: string, timeoutMs: number): Promise<T> {
    const { result, exceptionDetails } = await this.send(
      'Runtime.evaluate',
      { expression, contextId: this.#world, awaitPromise: true, returnByValue: true },
      timeoutMs,
    );
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** Changes the window where it is another one: most jobs have that of the job before. */
  async setWindow(window: Window, timeoutMs: number): Promise<void> {
    const { width, height, media } = window;
    const old = this.#window;
    this.#window = window;
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await Promise.all([
      (width !== old?.width || height !== old.height) &&
        this.send('Emulation.setDeviceMetricsOverride', metrics, timeoutMs),
      media !== old?.media && this.send('Emulation.setEmulatedMedia', { media }, timeoutMs),
    ]);
  }

  /**
   * Sets the document. A long one goes in pieces, which wait where its scripts cannot see them: a message
   * of any size is more than every side of the connection takes.
   */
  async setContent(html: string, timeoutMs: number): Promise<void> {
    this.documents += 1;
    this.#loaded = false;
    this.watch.begin();
    if (html.length <= MAX_MESSAGE_CHARACTERS) {
      await this.send('Page.setDocumentContent', { frameId: this.targetId, html }, timeoutMs);
      return;
    }
    const commands = [this.evaluate('globalThis.pieces = []; 0', timeoutMs)];
    for (let start = 0; start < html.length; start += MAX_MESSAGE_CHARACTERS) {
      const piece = JSON.stringify(html.slice(start, start + MAX_MESSAGE_CHARACTERS));
      commands.push(this.evaluate(`pieces.push(${piece})`, timeoutMs));
    }
    const write =
      "document.open(); document.write(pieces.join('')); document.close(); delete globalThis.pieces";
    await Promise.all([...commands, this.evaluate(`{ ${write} }`, timeoutMs)]);
  }

  /** The document that was set has had its load event. Its `readyState` is no sign: it comes before. */
  get hasLoaded(): boolean {
    return this.#loaded;
  }

  /** Waits for the load event, at most so long, and not for that of a document that has left. */
  async waitForLoad(timeoutMs: number): Promise<void> {
    if (this.#loaded || this.watch.hasLeft) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#announceLoad = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A new document with a new window: no global, timer or listener of the one before is left. */
  async renew(timeoutMs: number, url: string): Promise<void> {
    await this.send('Page.navigate', { url }, timeoutMs);
    await this.#enter(timeoutMs);
  }

  /** Into the document that is there now. */
  async #enter(timeoutMs: number): Promise<void> {
    const world = { frameId: this.targetId, worldName: 'platen' };
    const { executionContextId } = await this.send('Page.createIsolatedWorld', world, timeoutMs);
    this.#world = executionContextId;
    this.watch.begin();
  }

  /**
   * Prints a document of ours. A process that has never laid out text or printed takes three times as long
   * for its first job; nothing that a script could see is left of it.
   */
  async warmUp(): Promise<void> {
    await Promise.all([
      this.setWindow(A4_WINDOW, HOUSEKEEPING_MS),
      this.#housekeeping('Page.setDocumentContent', { frameId: this.targetId, html: WARM_UP_DOCUMENT }),
      this.evaluate(WARM_UP_EXPRESSION, HOUSEKEEPING_MS),
      this.#housekeeping('Page.printToPDF', PLAIN_PRINT).then(({ stream }) =>
        this.#housekeeping('IO.close', { handle: stream }),
      ),
    ]);
  }

  /** Makes it ready for another job of the same workspace. */
  async clear(): Promise<void> {
    const { browserContextId } = this;
    this.onEvent = null;
    const emptied = this.#usedNetwork
      ? [
          this.#connection.send('Storage.clearCookies', { browserContextId }, HOUSEKEEPING_MS),
          this.#housekeeping('Network.clearBrowserCache', {}),
        ]
      : [];
    this.#usedNetwork = false;
    await Promise.all([this.#housekeeping('Page.navigate', { url: 'about:blank' }), ...emptied]);
    await Promise.all([
      this.#enter(HOUSEKEEPING_MS),
      // Or the next document could go back to what the last one pushed.
      this.#housekeeping('Page.resetNavigationHistory', {}),
    ]);
    await this.#makeReady();
  }

  /** Ends the page and its process, whatever they do. */
  async dispose(): Promise<void> {
    this.onEvent = null;
    this.#connection.forget(this.#sessionId);
    const { browserContextId } = this;
    try {
      await this.#connection.send('Target.disposeBrowserContext', { browserContextId }, HOUSEKEEPING_MS);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
  }
}
