import type { ByteSource } from '../file/byte-source.ts';

/** A run of bytes that is made again each time it is read from its start. */
export interface Segment {
  readonly sizeBytes: number;
  read(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

interface Position {
  /** The offset of the piece in the source. */
  readonly offset: number;
  readonly piece: Uint8Array;
}

/** Joins segments. Reading from the start to the end makes each segment once. A read of an earlier place makes its segment again. */
export function fromSegments(segments: readonly Segment[], source: ByteSource): ByteSource {
  const starts: number[] = [];
  let sizeBytes = 0;
  for (const segment of segments) {
    starts.push(sizeBytes);
    sizeBytes += segment.sizeBytes;
  }
  const pieces = async function* (from: number): AsyncGenerator<Position> {
    for (let index = from; index < segments.length; index += 1) {
      let offset = starts[index] ?? 0;
      for await (const piece of segments[index]?.read() ?? []) {
        yield { offset, piece };
        offset += piece.byteLength;
      }
    }
  };
  const cursor = new Cursor((offset) => pieces(starts.findLastIndex((start) => start <= offset)));
  let turn: Promise<unknown> = Promise.resolve();
  return {
    ...(source.closed ? { closed: source.closed, close: () => source.close?.() } : {}),
    sizeBytes,
    read(offset, length) {
      const size = Math.max(0, Math.min(length, sizeBytes - offset));
      const read = turn.then(() => cursor.read(offset, size));
      turn = read.catch(() => {});
      return read;
    },
  };
}

class Cursor {
  readonly #open: (offset: number) => AsyncGenerator<Position>;
  #pieces: AsyncGenerator<Position> | null = null;
  #current: Position = { offset: 0, piece: new Uint8Array(0) };

  constructor(open: (offset: number) => AsyncGenerator<Position>) {
    this.#open = open;
  }

  async read(offset: number, size: number): Promise<Uint8Array> {
    const result = new Uint8Array(size);
    for (let filled = 0; filled < size;) {
      const { offset: start, piece } = await this.#seek(offset + filled);
      const from = offset + filled - start;
      const segment = piece.subarray(from, from + size - filled);
      result.set(segment, filled);
      filled += segment.byteLength;
    }
    return result;
  }

  async #seek(offset: number): Promise<Position> {
    const { offset: start, piece } = this.#current;
    if (offset >= start && offset < start + piece.byteLength) return this.#current;
    if (this.#pieces === null || offset !== start + piece.byteLength) this.#pieces = this.#open(offset);
    for (;;) {
      const next = await this.#pieces.next();
      if (next.done) throw new Error('a segment is shorter than its size');
      if (offset >= next.value.offset + next.value.piece.byteLength) continue;
      this.#current = next.value;
      return next.value;
    }
  }
}
