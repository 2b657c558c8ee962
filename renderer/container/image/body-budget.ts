/**
 * Limits the bytes of request bodies that are in memory at once. A body counts from its first byte until its PDF is
 * sent. Its real cost is several times its size: as text, parsed, composed, and on its way to the browser.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A body of any size fits if it is alone. */
  hasRoomFor(bytes: number): boolean {
    return this.#usedBytes === 0 || this.#usedBytes + bytes <= this.#maxBytes;
  }

  /** Starts to count one body, which grows while it arrives. */
  open(): BodyAllowance {
    let bytes = 0;
    let isReleased = false;
    return {
      grow: (more) => {
        if (isReleased) return false;
        bytes += more;
        this.#usedBytes += more;
        return this.#usedBytes === bytes || this.#usedBytes <= this.#maxBytes;
      },
      release: () => {
        this.#usedBytes -= bytes;
        bytes = 0;
        isReleased = true;
      },
    };
  }
}

export interface BodyAllowance {
  /** Returns false if the bytes do not fit beside other bodies, or after `release`. */
  grow(bytes: number): boolean;
  /** May be called again. */
  release(): void;
}
