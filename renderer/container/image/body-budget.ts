/**
 * How many bytes of clients' bodies are in memory at once, from their first byte until their PDF is sent. A body
 * costs several times its size: as text, parsed, composed, on its way to the browser.
 */
export class BodyBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Alone, a body of any size has room. */
  hasRoomFor(bytes: number): boolean {
    return this.#usedBytes === 0 || this.#usedBytes + bytes <= this.#maxBytes;
  }

  /** The part of one body, which grows while the body arrives and is given back as a whole. */
  open(): BodyShare {
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

export interface BodyShare {
  /** False where the bytes do not fit beside those of others, or it was released. */
  grow(bytes: number): boolean;
  /** May be called again. */
  release(): void;
}
