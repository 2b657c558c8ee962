/** A request that was cancelled is never answered. */
const MAX_PENDING_MS = 10_000;

/** Requests that Chromium pauses for the engine, with their answers, while a job waits for the network. */
export class NetworkWatch {
  isOn = false;
  readonly #pending = new Map<string, number>();
  #changedAt = 0;

  begin(): void {
    this.isOn = true;
    this.forget();
  }

  end(): void {
    this.isOn = false;
    this.forget();
  }

  /** Nothing more is reported about the requests that are under way. */
  forget(): void {
    this.#pending.clear();
    this.#changedAt = Date.now();
  }

  noteRequest(requestId: string): void {
    if (!this.isOn) return;
    this.#changedAt = Date.now();
    this.#pending.set(toKey(requestId), this.#changedAt);
  }

  noteAnswer(requestId: string): void {
    if (this.#pending.delete(toKey(requestId))) this.#changedAt = Date.now();
  }

  /** Returns the time that the network must stay as it is until it was idle for `ms`. */
  msUntilIdle(ms: number): number {
    const now = Date.now();
    const isPending = [...this.#pending.values()].some((startedAt) => now - startedAt < MAX_PENDING_MS);
    return isPending ? ms : ms - (now - this.#changedAt);
  }
}

/** The id of a request ends with the number of its stage. */
const toKey = (requestId: string): string => requestId.replace(/\.\d+$/, '');
