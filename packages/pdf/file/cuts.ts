import type { ByteSource } from './byte-source.ts';
import type { Span } from './cross-references.ts';

/** A part of a file that stays. */
interface Piece extends Span {
  /** Its offset without the parts before it that are left out. */
  readonly to: number;
}

/** Parts of a file that are left out. */
export class Cuts {
  readonly #pieces: readonly Piece[];
  readonly #cutBytes: number;

  /** @param spans none of them overlap */
  constructor(spans: readonly Span[]) {
    const pieces: Piece[] = [];
    let [offset, to] = [0, 0];
    for (const span of spans.toSorted((one, other) => one.offset - other.offset)) {
      if (span.offset > offset) pieces.push({ offset, end: span.offset, to });
      to += Math.max(0, span.offset - offset);
      offset = span.end;
    }
    pieces.push({ offset, end: Number.POSITIVE_INFINITY, to });
    this.#pieces = pieces;
    this.#cutBytes = offset - to;
  }

  get isEmpty(): boolean {
    return this.#cutBytes === 0;
  }

  /** Where the byte at an offset of the file is. It is not left out. */
  move(offset: number): number {
    if (this.isEmpty) return offset;
    const piece = this.#pieces[this.#find((one) => one.offset, offset)];
    return piece === undefined ? offset : offset - piece.offset + piece.to;
  }

  apply(source: ByteSource): ByteSource {
    const sizeBytes = source.sizeBytes - this.#cutBytes;
    return {
      ...source,
      sizeBytes,
      read: async (offset, length) => {
        const result = new Uint8Array(Math.max(0, Math.min(length, sizeBytes - offset)));
        let index = this.#find((one) => one.to, offset);
        for (let filled = 0; filled < result.byteLength; index += 1) {
          const piece = this.#pieces[index];
          if (piece === undefined) break;
          const from = piece.offset + offset + filled - piece.to;
          const part = await source.read(from, Math.min(piece.end - from, result.byteLength - filled));
          result.set(part, filled);
          filled += part.byteLength;
        }
        return result;
      },
    };
  }

  /** Returns the index of the last piece that begins at or before an offset. */
  #find(startOf: (piece: Piece) => number, offset: number): number {
    let [low, high] = [0, this.#pieces.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const piece = this.#pieces[middle];
      if (piece !== undefined && startOf(piece) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
