import type { CommandParameters, CommandResult, Events, Method } from './protocol.ts';

/** A WebSocket that is open, as workerd and Node both have it. */
export interface DevToolsSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

/** The browser answered a command with an error. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** The browser did not answer a command in the time that the command had. */
export class CommandTimeout extends Error {
  override readonly name = 'CommandTimeout';
}

/** The connection, and with it every page, is gone. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

interface Pending {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

interface Answer {
  readonly id: number;
  /** Of the type that the command's method says. */
  readonly result: never;
  readonly error?: { readonly message: string };
}

/** An event of a session, told apart by its method. */
export type DevToolsEvent = {
  [M in keyof Events]: { readonly method: M; readonly params: Events[M]; readonly sessionId?: string };
}[keyof Events];

export type EventListener = (event: DevToolsEvent) => void;

/**
 * Speaks the DevTools protocol over one WebSocket, with a session for each page. Browser Run only
 * debug-logs what goes wrong with a WebSocket, so every command has a time of its own to be answered in.
 */
export class Connection {
  /** Resolves once, when the browser is gone. */
  readonly closed: Promise<void>;
  readonly #socket: DevToolsSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string | undefined, EventListener>();
  #lastId = 0;
  #lost = false;
  #announceClosed: () => void = () => {};

  constructor(socket: DevToolsSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#lose());
    socket.addEventListener('error', () => this.#lose());
  }

  get isLost(): boolean {
    return this.#lost;
  }

  /**
   * @param sessionId a page's session; without one the command goes to the browser
   * @throws {CommandRefused}
   * @throws {CommandTimeout}
   * @throws {ConnectionLost}
   */
  send<M extends Method>(
    method: M,
    parameters: CommandParameters<M>,
    timeoutMs: number,
    sessionId?: string,
  ): Promise<CommandResult<M>> {
    if (this.#lost) return Promise.reject(new ConnectionLost(`${method}: the browser is gone`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<CommandResult<M>>((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail(id, new CommandTimeout(`${method}: no answer in ${Math.round(timeoutMs)} ms`)),
        Math.max(0, timeoutMs),
      );
      this.#pending.set(id, { method, sessionId, resolve, reject, timer });
      try {
        this.#socket.send(JSON.stringify({ id, method, params: parameters, sessionId }));
      } catch {
        this.#lose();
      }
    });
  }

  /** One listener a session; it ends with `forget`. */
  listen(sessionId: string | undefined, listener: EventListener): void {
    this.#listeners.set(sessionId, listener);
  }

  /** A session that is over: its events go nowhere and its open commands fail. */
  forget(sessionId: string): void {
    this.#listeners.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId === sessionId) {
        this.#fail(id, new ConnectionLost(`${pending.method}: the page was closed`));
      }
    }
  }

  close(): void {
    this.#socket.close();
    this.#lose();
  }

  #receive(text: string): void {
    const message: Answer | DevToolsEvent = JSON.parse(text);
    if (!('id' in message)) {
      this.#listeners.get(message.sessionId)?.(message);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    if (message.error) {
      this.#fail(message.id, new CommandRefused(`${pending.method}: ${message.error.message}`));
      return;
    }
    this.#pending.delete(message.id);
    clearTimeout(pending.timer);
    pending.resolve(message.result);
  }

  #fail(id: number, error: Error): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.reject(error);
  }

  #lose(): void {
    if (this.#lost) return;
    this.#lost = true;
    for (const [id, { method }] of this.#pending) {
      this.#fail(id, new ConnectionLost(`${method}: the browser is gone`));
    }
    this.#listeners.clear();
    this.#announceClosed();
  }
}
