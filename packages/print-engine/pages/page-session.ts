import { type Connection, ConnectionLost, type EventListener } from '../devtools/connection.ts';
import type { CommandParameters, CommandResult, Method } from '../devtools/protocol.ts';

/** The engine's own commands are quick. A browser that needs longer for one is broken. */
export const HOUSEKEEPING_MS = 10_000;

/**
 * A full Chromium draws its toolbar and tabs again for each document, but not those of a minimized window. The page is
 * visible all the same: `Emulation.setFocusEmulationEnabled`. The headless shell has no toolbar.
 */
const MINIMIZED = { newWindow: true, windowState: 'minimized' } as const;

/** Each page has its own browser context, so pages share no process, cookies, storage or cache. */
export class PageSession {
  readonly browserContextId: string;
  readonly targetId: string;
  readonly #connection: Connection;
  readonly #sessionId: string;
  #crashed = false;
  /** The isolated world of the current document. */
  #executionContextId = 0;

  private constructor(connection: Connection, ids: { context: string; target: string; session: string }) {
    this.#connection = connection;
    this.browserContextId = ids.context;
    this.targetId = ids.target;
    this.#sessionId = ids.session;
  }

  static async open(connection: Connection): Promise<PageSession> {
    const send = <M extends Method>(method: M, parameters: CommandParameters<M>) =>
      connection.send(method, parameters, HOUSEKEEPING_MS);
    // The context ends with the connection, so that a process that dies leaves no page behind.
    const { browserContextId } = await send('Target.createBrowserContext', { disposeOnDetach: true });
    try {
      const target = { url: 'about:blank', browserContextId, ...MINIMIZED };
      const { targetId } = await send('Target.createTarget', target);
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      return new PageSession(connection, {
        context: browserContextId,
        target: targetId,
        session: sessionId,
      });
    } catch (error) {
      void send('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
      throw error;
    }
  }

  get isLost(): boolean {
    return this.#crashed || this.#connection.isLost;
  }

  listen(listener: EventListener): void {
    this.#connection.listen(this.#sessionId, (event) => {
      if (event.method === 'Inspector.targetCrashed') {
        this.#crashed = true;
        void this.#forgetCrashed();
      }
      listener(event);
    });
  }

  /** `Target.targetCrashed` says why the process ended. It comes after the event of the session, and before this answer. */
  async #forgetCrashed(): Promise<void> {
    await this.sendToBrowser('Browser.getVersion', {}).catch(() => {});
    this.#connection.forget(this.#sessionId);
  }

  send<M extends Method>(
    method: M,
    parameters: CommandParameters<M>,
    timeoutMs = HOUSEKEEPING_MS,
  ): Promise<CommandResult<M>> {
    return this.#connection.send(method, parameters, timeoutMs, this.#sessionId);
  }

  sendToBrowser<M extends Method>(method: M, parameters: CommandParameters<M>): Promise<CommandResult<M>> {
    return this.#connection.send(method, parameters, HOUSEKEEPING_MS);
  }

  /** Runs in an isolated world, which the document's scripts can neither see nor change. */
  async evaluate<T>(expression: string, timeoutMs = HOUSEKEEPING_MS): Promise<T> {
    const { result, exceptionDetails } = await this.send(
      'Runtime.evaluate',
      { expression, contextId: this.#executionContextId, awaitPromise: true, returnByValue: true },
      timeoutMs,
    );
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** As `evaluate`, for an expression whose result is a Blob. Returns the handle of a stream. */
  async evaluateToBlob(expression: string, timeoutMs: number): Promise<string> {
    const parameters = { expression, contextId: this.#executionContextId, awaitPromise: true };
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', parameters, timeoutMs);
    const { objectId } = result;
    if (exceptionDetails || objectId === undefined)
      throw new Error(exceptionDetails?.exception?.description ?? 'the result is not a Blob');
    const { uuid } = await this.send('IO.resolveBlob', { objectId }, timeoutMs);
    return `blob:${uuid}`;
  }

  async enterDocument(timeoutMs = HOUSEKEEPING_MS): Promise<void> {
    const world = { frameId: this.targetId, worldName: 'platen' };
    const { executionContextId } = await this.send('Page.createIsolatedWorld', world, timeoutMs);
    this.#executionContextId = executionContextId;
  }

  /** Works even while a script of the page runs. */
  async dispose(): Promise<void> {
    this.#connection.forget(this.#sessionId);
    const { browserContextId } = this;
    try {
      await this.sendToBrowser('Target.disposeBrowserContext', { browserContextId });
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
  }
}
