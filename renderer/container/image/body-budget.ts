/** A body counts until its PDF is sent. In memory, it costs several times its size. */
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
  release(): void;
}
