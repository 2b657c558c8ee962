import type { DevToolsEvent } from './devtools/connection.ts';

/** Notices when a document goes to another address: its own doing, and the end of what was to be printed. */
export class DocumentWatch {
  /** Another document is in its place or will be, or it was not read to its end. */
  hasLeft = false;
  /** It asked for another address; what comes of that is not told yet, or it was held back. */
  isLeaving = false;
  readonly #frameId: string;
  readonly #onLeft: () => void;
  #isRead = false;

  constructor(frameId: string, onLeft: () => void) {
    this.#frameId = frameId;
    this.#onLeft = onLeft;
  }

  /** From now on it is another document, by our doing. */
  begin(): void {
    this.hasLeft = false;
    this.isLeaving = false;
    this.#isRead = false;
  }

  hear(event: DevToolsEvent): void {
    switch (event.method) {
      case 'Page.domContentEventFired':
        this.#isRead = true;
        return;
      case 'Page.frameNavigated':
        if (event.params.frame.parentId === undefined) this.#leave();
        return;
      case 'Page.frameScheduledNavigation':
        if (event.params.frameId === this.#frameId) this.isLeaving = true;
        return;
      case 'Page.frameRequestedNavigation':
        if (event.params.frameId !== this.#frameId) return;
        this.isLeaving = true;
        // Only what is asked for over the network can be held back there.
        if (!/^https?:/i.test(event.params.url)) this.#leave();
        return;
      default:
    }
  }

  /** It was not let go. Once a document has tried to, Chromium reads it no further. */
  heldBack(): void {
    if (!this.#isRead) this.#leave();
  }

  #leave(): void {
    this.hasLeft = true;
    this.#onLeft();
  }
}
