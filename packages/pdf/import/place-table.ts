import { CostlyPdf } from './limits.ts';

/** A file with more is refused. A table that declares gigabytes costs nothing before its entries are read. */
const MAX_ID = 4_000_000;

export type SourcePlace =
  | { readonly offset: number }
  /** In an object stream. */
  | { readonly container: number };

const [UNKNOWN, FREE, DIRECT, PACKED] = [0, 1, 2, 3] as const;

/** The places of the objects of a file, by id. It grows with the entries that are there, not with those that are declared. */
export class PlaceTable {
  #values = new Uint32Array(1024);
  #kinds = new Uint8Array(1024);

  /** Entries of newer versions are read first, and stay. */
  add(id: number, place: SourcePlace | null): void {
    if (this.#kinds[id] === undefined || this.#kinds[id] === UNKNOWN) this.replace(id, place);
  }

  /** @throws {CostlyPdf} */
  replace(id: number, place: SourcePlace | null): void {
    if (!Number.isInteger(id) || id < 0) return;
    if (id > MAX_ID) throw new CostlyPdf(`the file has an object ${id}`);
    this.#grow(id);
    this.#kinds[id] = place === null ? FREE : 'offset' in place ? DIRECT : PACKED;
    this.#values[id] = place === null ? 0 : 'offset' in place ? place.offset : place.container;
  }

  find(id: number): SourcePlace | null {
    const value = this.#values[id] ?? 0;
    if (this.#kinds[id] === DIRECT) return { offset: value };
    return this.#kinds[id] === PACKED ? { container: value } : null;
  }

  /** One more than the largest id. */
  get size(): number {
    return this.#kinds.findLastIndex((kind) => kind !== UNKNOWN) + 1;
  }

  #grow(id: number): void {
    if (id < this.#kinds.length) return;
    const size = Math.max(id + 1, this.#kinds.length * 2);
    const [values, kinds] = [new Uint32Array(size), new Uint8Array(size)];
    values.set(this.#values);
    kinds.set(this.#kinds);
    [this.#values, this.#kinds] = [values, kinds];
  }
}
