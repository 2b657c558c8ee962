import type { CommandParameters, CommandResult, DevToolsEvent, Method } from './protocol.ts';

/** A WebSocket of workerd, a browser or Node, or a pipe that is wrapped as one. */
export interface DevToolsSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'close' | 'error', listener: () => void): void;
}

export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

export class CommandTimeout extends Error {
  override readonly name = 'CommandTimeout';
}

export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

export type EventListener = (event: DevToolsEvent) => void;

interface PendingCommand {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
  readonly timeoutMs: number;
  /** By `performance.now`. */
  readonly dueAt: number;
  readonly characters: number;
}

interface CommandResponse {
  readonly id: number;
  readonly result: never;
  readonly error?: { readonly message: string };
}

/** Every command has its own timeout, because a WebSocket of Browser Run can fail without an event. */
export class Connection {
  readonly closed: Promise<void>;
  /** The number of messages that have arrived. */
  received = 0;
  /** Length of the commands that the browser has not answered. */
  unansweredCharacters = 0;
  readonly #socket: DevToolsSocket;
  readonly #pending = new Map<number, PendingCommand>();
  readonly #listeners = new Map<string | undefined, EventListener>();
  #lastId = 0;
  #lost = false;
  /** One for all commands, because nearly all are answered long before their time ends. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timerDueAt = Number.POSITIVE_INFINITY;
  #announceClosed: () => void = () => {};

  constructor(socket: DevToolsSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      this.#announceClosed = resolve;
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => this.#markLost());
    socket.addEventListener('error', () => this.#markLost());
  }

  get isLost(): boolean {
    return this.#lost;
  }

  /** Default target: the browser. `timeoutMs` may be infinite. @throws {CommandRefused | CommandTimeout | ConnectionLost} */
  send<M extends Method>(
    method: M,
    parameters: CommandParameters<M>,
    timeoutMs: number,
    sessionId?: string,
  ): Promise<CommandResult<M>> {
    if (this.#lost)
      return Promise.reject(new ConnectionLost(`${method}: the connection to the browser is lost`));
    this.#lastId += 1;
    const id = this.#lastId;
    const text = JSON.stringify({ id, method, params: parameters, sessionId });
    return new Promise<CommandResult<M>>((resolve, reject) => {
      const dueAt = performance.now() + timeoutMs;
      const characters = text.length;
      this.#pending.set(id, { method, sessionId, resolve, reject, timeoutMs, dueAt, characters });
      this.unansweredCharacters += characters;
      this.#wakeAt(dueAt);
      try {
        this.#socket.send(text);
      } catch {
        this.#markLost();
      }
    });
  }

  /** A session has one listener. `undefined` means the browser. */
  listen(sessionId: string | undefined, listener: EventListener): void {
    this.#listeners.set(sessionId, listener);
  }

  /** Drops the events of a session and rejects its pending commands. */
  forget(sessionId: string): void {
    this.#listeners.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId === sessionId) {
        this.#reject(id, new ConnectionLost(`${pending.method}: the page was closed`));
      }
    }
  }

  close(): void {
    this.#socket.close();
    this.#markLost();
  }

  #receive(text: string): void {
    this.received += 1;
    const message: CommandResponse | DevToolsEvent = JSON.parse(text);
    if (!('id' in message)) {
      this.#listeners.get(message.sessionId)?.(message);
      return;
    }
    const pending = this.#takePending(message.id);
    if (message.error) pending?.reject(new CommandRefused(`${pending.method}: ${message.error.message}`));
    else pending?.resolve(message.result);
  }

  #reject(id: number, error: Error): void {
    this.#takePending(id)?.reject(error);
  }

  #takePending(id: number): PendingCommand | undefined {
    const pending = this.#pending.get(id);
    if (!pending) return undefined;
    this.#pending.delete(id);
    this.unansweredCharacters -= pending.characters;
    return pending;
  }

  #wakeAt(dueAt: number): void {
    if (dueAt >= this.#timerDueAt) return;
    this.#stopTimer();
    this.#timerDueAt = dueAt;
    this.#timer = setTimeout(() => this.#rejectLate(), Math.max(0, dueAt - performance.now()));
  }

  #rejectLate(): void {
    this.#stopTimer();
    const now = performance.now();
    for (const [id, { method, timeoutMs, dueAt }] of this.#pending) {
      if (dueAt > now) this.#wakeAt(dueAt);
      else this.#reject(id, new CommandTimeout(`${method}: no answer in ${Math.round(timeoutMs)} ms`));
    }
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#timerDueAt = Number.POSITIVE_INFINITY;
  }

  #markLost(): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#stopTimer();
    for (const [id, { method }] of this.#pending) {
      this.#reject(id, new ConnectionLost(`${method}: the connection to the browser is lost`));
    }
    this.#listeners.clear();
    this.#announceClosed();
  }
}
