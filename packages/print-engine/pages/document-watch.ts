import { withTimeout } from '../with-timeout.ts';

/** Notices when another document replaces the one that was sent. */
export class DocumentWatch {
  hasLeft = false;
  #departure: Promise<unknown> | null = null;
  #wasBlocked = false;
  #announceEnd: () => void = () => {};

  /** @param departure rejects when another document replaces the current one */
  follow(departure: Promise<unknown>): void {
    this.hasLeft = false;
    this.#wasBlocked = false;
    this.#departure = departure;
    departure.catch(() => {
      if (this.#departure !== departure) return;
      this.hasLeft = true;
      this.#announceEnd();
    });
  }

  /** The engine itself replaces the document now. */
  ignore(): void {
    this.#departure = null;
  }

  noteBlockedNavigation(): void {
    this.#wasBlocked = true;
    this.#announceEnd();
  }

  /** A navigation that has begun replaces the document soon, unless it is blocked or fails. */
  async waitForDeparture(timeoutMs: number): Promise<void> {
    if (this.hasLeft || this.#wasBlocked) return;
    const end = new Promise<void>((resolve) => {
      this.#announceEnd = resolve;
    });
    await withTimeout(end, timeoutMs, () => {});
  }
}
