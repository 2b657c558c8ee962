import type { PageDocument } from './documents.ts';

type Request = (view: Window, callback: () => void) => number;
type Cancel = (view: Window, id: number) => void;

/** The ids of a kind of callbacks count up in each document, for the scripts of all worlds together. */
export class CallbackIds {
  /** By document, because a frame keeps its window when it loads another one. */
  readonly #lastIds = new WeakMap<Document, number>();
  readonly #request: Request;
  readonly #cancel: Cancel;

  constructor(request: Request, cancel: Cancel) {
    this.#request = request;
    this.#cancel = cancel;
  }

  /** Says whether a script asked for a callback since the last call. */
  wereRequested(documents: readonly PageDocument[]): boolean {
    return documents.filter(({ window: view }) => this.#wasRequested(view)).length > 0;
  }

  #wasRequested(view: Window): boolean {
    const last = this.#lastIds.get(view.document) ?? 0;
    const id = this.#ask(view, () => {});
    this.#cancel(view, id);
    return id > last + 1;
  }

  #ask(view: Window, callback: () => void): number {
    const id = this.#request(view, callback);
    this.#lastIds.set(view.document, id);
    return id;
  }

  /** Resolves when each document had the callbacks that it has asked for. */
  async next(documents: readonly PageDocument[]): Promise<void> {
    await Promise.all(
      documents.map(({ window: view }) => new Promise<void>((resolve) => this.#ask(view, resolve))),
    );
  }
}
