import type { DevToolsEvent } from '../devtools/protocol.ts';
import { withTimeout } from '../with-timeout.ts';

export class DocumentWatch {
  /** `readyState` is no substitute: it becomes `complete` before the load event. */
  hasLoaded = false;
  /** Another document replaces it or will do so, or Chromium stopped parsing it. */
  hasLeft = false;
  /** The document asked for another address. The navigation may still be blocked or fail. */
  isLeaving = false;
  readonly #frameId: string;
  #isParsed = false;
  #announceEnd: () => void = () => {};

  constructor(frameId: string) {
    this.#frameId = frameId;
  }

  begin(): void {
    this.hasLoaded = false;
    this.hasLeft = false;
    this.isLeaving = false;
    this.#isParsed = false;
  }

  receive(event: DevToolsEvent): void {
    switch (event.method) {
      case 'Page.domContentEventFired':
        this.#isParsed = true;
        return;
      case 'Page.loadEventFired':
        this.hasLoaded = true;
        this.#announceEnd();
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
        // Only a navigation over the network can be blocked: it pauses as a request.
        if (!/^https?:/i.test(event.params.url)) this.#leave();
        return;
      default:
    }
  }

  /** Chromium stops parsing a document when it starts to navigate. */
  noteBlockedNavigation(): void {
    if (!this.#isParsed) this.#leave();
  }

  /** Resolves also when the document leaves, or after `timeoutMs`. */
  async waitForLoad(timeoutMs: number): Promise<void> {
    if (this.hasLoaded || this.hasLeft) return;
    const end = new Promise<void>((resolve) => {
      this.#announceEnd = resolve;
    });
    await withTimeout(end, timeoutMs, () => {});
  }

  #leave(): void {
    this.hasLeft = true;
    this.#announceEnd();
  }
}
