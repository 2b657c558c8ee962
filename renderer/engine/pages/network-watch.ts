import type { DevToolsEvent } from '../devtools/protocol.ts';

const LOOK_INTERVAL_MS = 20;

/** A server-sent event stream stays open for as long as the document does. */
const ENDLESS = 'EventSource';

/** More requests than that never count as idle. */
const MAX_REQUESTS = 10_000;

/** Counts requests while DevTools reports them, from `begin` to `end`. */
export class NetworkWatch {
  isOn = false;
  readonly #pending = new Set<string>();
  #changedAt = 0;

  begin(): void {
    this.isOn = true;
    this.#pending.clear();
    this.#changedAt = Date.now();
  }

  end(): void {
    this.isOn = false;
    this.#pending.clear();
  }

  receive(event: DevToolsEvent): void {
    switch (event.method) {
      case 'Network.requestWillBeSent': {
        const { requestId, type } = event.params;
        if (type !== ENDLESS && this.#pending.size < MAX_REQUESTS) this.#pending.add(requestId);
        break;
      }
      case 'Network.loadingFinished':
      case 'Network.loadingFailed':
        this.#pending.delete(event.params.requestId);
        break;
      default:
        return;
    }
    this.#changedAt = Date.now();
  }

  /** Resolves when there was no request for `ms`. It ends with the watch too. */
  async waitForIdle(ms: number): Promise<void> {
    while (this.isOn) {
      const leftMs = this.#pending.size > 0 ? ms : ms - (Date.now() - this.#changedAt);
      if (leftMs <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, LOOK_INTERVAL_MS)));
    }
  }
}
