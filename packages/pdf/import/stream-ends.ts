import { UnreadablePdf } from '../file/dictionary.ts';
import type { ByteSource } from '../file/byte-source.ts';
import type { PieceSizes } from './limits.ts';

const MARK = 'endstream';

/** The bytes of the end of a line, at most. */
const LINE_END_BYTES = 2;

/** The file that is searched. */
interface SearchedFile {
  readonly source: ByteSource;
  readonly pieces: PieceSizes;
  text(offset: number, length: number): Promise<string>;
}

/** Finds the ends of streams whose length is wrong. No part of the file is searched twice, however many there are. */
export class StreamEnds {
  readonly #file: SearchedFile;
  /** In their order: where a search started. */
  readonly #starts: number[] = [];
  /** The mark that each search found, or infinity. */
  readonly #marks: number[] = [];

  constructor(file: SearchedFile) {
    this.#file = file;
  }

  /** The length of the stream whose data starts here. @throws {UnreadablePdf} */
  async measure(start: number): Promise<number> {
    const mark = await this.#find(start);
    if (mark === Number.POSITIVE_INFINITY) throw new UnreadablePdf('a stream does not end');
    const from = Math.max(start, mark - LINE_END_BYTES);
    const before = await this.#file.text(from, mark - from);
    return mark - start - (/(?:\r\n|\n|\r)$/.exec(before)?.[0].length ?? 0);
  }

  async #find(start: number): Promise<number> {
    const next = this.#firstAfter(start);
    const known = this.#marks[next - 1];
    if (known !== undefined && start <= known) return known;
    const mark = await this.#search(start, this.#starts[next] ?? this.#file.source.sizeBytes);
    if (mark === null && next < this.#starts.length) {
      // The next search started where this one ended.
      this.#starts[next] = start;
      return this.#marks[next] ?? Number.POSITIVE_INFINITY;
    }
    this.#starts.splice(next, 0, start);
    this.#marks.splice(next, 0, mark ?? Number.POSITIVE_INFINITY);
    return mark ?? Number.POSITIVE_INFINITY;
  }

  /** The index of the first search that started after this place. */
  #firstAfter(place: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns null if no mark starts before the end. */
  async #search(start: number, end: number): Promise<number | null> {
    const { searchBytes } = this.#file.pieces;
    for (let offset = start; offset < end; offset += searchBytes) {
      const length = Math.min(searchBytes, end - offset);
      const index = (await this.#file.text(offset, length + MARK.length - 1)).indexOf(MARK);
      if (index >= 0) return offset + index;
    }
    return null;
  }
}
