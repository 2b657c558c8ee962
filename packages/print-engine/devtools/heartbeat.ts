import type { Connection } from './connection.ts';

const INTERVAL_MS = 400;

/** Silent intervals after which the browser counts as lost: two seconds. */
const MAX_SILENT = 5;

/** Silent intervals after which the browser counts as slow: about a second. */
const SLOW_SILENT = 2;

/** A browser that reads a long document may be silent for one more interval for each of these. */
const CHARACTERS_PER_INTERVAL = 1_000_000;

/** A timer that is this late shows a busy machine, where a browser may be late too. */
const LATE_MS = 200;

/** The connection reports its end. This is only how long Chromium may take to answer in theory. */
const PING_MS = 60_000;

/**
 * Notices a browser that hangs or is gone while its connection stays open. While jobs run, it sends a command when
 * the browser is silent. Chromium's browser process answers it, also if every page is busy.
 */
export class Heartbeat {
  readonly #connection: Connection;
  readonly #onSlow: () => void;
  readonly #onSilence: () => void;
  #jobs = 0;
  #silent = 0;
  #receivedBefore = 0;
  #dueAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: Connection, on: { readonly slow: () => void; readonly silence: () => void }) {
    this.#connection = connection;
    this.#onSlow = on.slow;
    this.#onSilence = on.silence;
  }

  begin(): void {
    this.#jobs += 1;
    if (this.#jobs > 1) return;
    this.#receivedBefore = this.#connection.received;
    // The timer of the last job may still run. The rest of its interval does not count.
    this.#silent = this.#timer === null ? 0 : -1;
    if (this.#timer === null) this.#schedule();
  }

  /** The timer ends with its interval, or goes on with the next job. Setting one for each job would take longer. */
  end(): void {
    this.#jobs -= 1;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(): void {
    this.#dueAt = Date.now() + INTERVAL_MS;
    this.#timer = setTimeout(() => this.#check(), INTERVAL_MS);
  }

  #check(): void {
    if (this.#jobs === 0) return this.stop();
    const { received } = this.#connection;
    const isLate = Date.now() - this.#dueAt > LATE_MS;
    if (received !== this.#receivedBefore) this.#silent = 0;
    else if (!isLate) this.#silent += 1;
    this.#receivedBefore = received;
    const patience = Math.floor(this.#connection.unansweredCharacters / CHARACTERS_PER_INTERVAL);
    if (this.#silent === SLOW_SILENT + patience) this.#onSlow();
    if (this.#silent >= MAX_SILENT + patience) {
      this.stop();
      this.#onSilence();
      return;
    }
    if (this.#silent === 1) this.#connection.send('Browser.getVersion', {}, PING_MS).catch(() => {});
    this.#schedule();
  }
}
