import { type ObjectPlace, packCrossReferences } from '../file/cross-reference-stream.ts';
import { joinLatin1 } from '../file/latin1.ts';
import { ObjectPacker } from '../file/object-stream.ts';

/** Objects are collected up to about this size, because each piece costs a turn of all generators and a write. */
const FLUSH_BYTES = 1 << 16;

/** A larger piece of a stream is not copied. */
const COPIED_BYTES = 1 << 14;

/** Offsets are four bytes each, so the file is shorter than 4 GiB. */
export const MAX_MERGED_BYTES = 2 ** 32 - 1;

/** The places of all objects are in memory until the end: 20 MB. */
export const MAX_MERGED_OBJECTS = 4_000_000;

const BLOCK_OBJECTS = 1 << 16;

/** The merged file has more bytes, objects or fields than the merger can write. */
export class MergedPdfTooLarge extends Error {
  override readonly name = 'MergedPdfTooLarge';
  /** Such as `4,000,000 objects`. */
  readonly limit: string;

  constructor(limit: number, unit: 'bytes' | 'objects' | 'fields') {
    const text = `${limit.toLocaleString('en')} ${unit}`;
    super(`The merged PDF has more than ${text}.`);
    this.limit = text;
  }
}

/** The places of up to 65,536 ids. */
interface PlaceBlock {
  /** The offset, or the id of the object stream. 0 for an id without an object. */
  readonly values: Uint32Array;
  /** In the object stream, from 1. 0 for an object that is in none. */
  readonly indexes: Uint8Array;
}

/**
 * Writes a PDF from its first byte to its last. Objects without a stream are packed, since those of a tagged file are
 * longer than all of its text. Only the places of the objects stay in memory.
 */
export class ObjectWriter {
  readonly #places: PlaceBlock[] = [];
  readonly #packer = new ObjectPacker();
  #nextId = 1;
  #position = 0;
  #waiting: (string | Uint8Array)[] = [];
  #waitingBytes = 0;

  constructor() {
    this.#append('%PDF-1.5\n%\xd3\xeb\xe9\xe1\n');
  }

  /** Returns the first of `count` ids. @throws {MergedPdfTooLarge} */
  reserve(count = 1): number {
    const first = this.#nextId;
    this.#nextId += count;
    if (this.#nextId > MAX_MERGED_OBJECTS) throw new MergedPdfTooLarge(MAX_MERGED_OBJECTS, 'objects');
    while (this.#places.length * BLOCK_OBJECTS < this.#nextId)
      this.#places.push({
        values: new Uint32Array(BLOCK_OBJECTS),
        indexes: new Uint8Array(BLOCK_OBJECTS),
      });
    return first;
  }

  /** @throws {MergedPdfTooLarge} */
  *write(id: number, text: string): Generator<Uint8Array> {
    this.#packer.add(id, text);
    if (this.#packer.isFull) yield* this.#flushPacked();
  }

  /** For what readers look for first: the catalog, and what describes the file. @throws {MergedPdfTooLarge} */
  *writeUnpacked(id: number, text: string): Generator<Uint8Array> {
    this.#locate(id);
    yield* this.#flush(`${id} 0 obj\n${text}\nendobj\n`);
  }

  *#flushPacked(): Generator<Uint8Array> {
    if (this.#packer.isEmpty) return;
    const { ids, text, data } = this.#packer.take();
    const container = this.reserve();
    for (const [index, id] of ids.entries()) this.#place(id, container, index + 1);
    this.#locate(container);
    this.#append(`${container} 0 obj\n${text} stream\n`);
    this.#append(data);
    yield* this.#flush('\nendstream\nendobj\n');
  }

  /** @throws {MergedPdfTooLarge} */
  async *writeStream(
    id: number,
    text: string,
    data: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    this.#locate(id);
    this.#append(`${id} 0 obj\n${text} stream\n`);
    for await (const piece of data) {
      if (piece.byteLength <= COPIED_BYTES) {
        yield* this.#flush(piece);
      } else {
        yield* this.#flushAll();
        this.#advance(piece.byteLength);
        yield piece;
      }
    }
    yield* this.#flush('\nendstream\nendobj\n');
  }

  /** Writes the cross-reference stream. @param trailer what it says about the file */
  *finish(trailer: string): Generator<Uint8Array> {
    yield* this.#flushPacked();
    const id = this.reserve();
    const startXref = this.#position;
    this.#locate(id);
    const { text, data } = packCrossReferences(this.#nextId, (one) => this.#placeOf(one), trailer);
    this.#append(`${id} 0 obj\n${text} stream\n`);
    this.#append(data);
    this.#append(`\nendstream\nendobj\nstartxref\n${startXref}\n%%EOF\n`);
    yield* this.#flushAll();
  }

  #placeOf(id: number): ObjectPlace {
    const block = this.#places[Math.floor(id / BLOCK_OBJECTS)];
    const value = block?.values[id % BLOCK_OBJECTS] ?? 0;
    if (value === 0) return null;
    const index = block?.indexes[id % BLOCK_OBJECTS] ?? 0;
    return index === 0 ? { offset: value } : { container: value, index: index - 1 };
  }

  #locate(id: number): void {
    this.#place(id, this.#position, 0);
  }

  #place(id: number, value: number, index: number): void {
    const block = this.#places[Math.floor(id / BLOCK_OBJECTS)];
    if (!block) throw new Error(`The id ${id} is not reserved`);
    block.values[id % BLOCK_OBJECTS] = value;
    block.indexes[id % BLOCK_OBJECTS] = index;
  }

  *#flush(data: string | Uint8Array): Generator<Uint8Array> {
    this.#append(data);
    if (this.#waitingBytes >= FLUSH_BYTES) yield* this.#flushAll();
  }

  *#flushAll(): Generator<Uint8Array> {
    if (this.#waitingBytes === 0) return;
    const bytes = joinLatin1(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    yield bytes;
  }

  #append(data: string | Uint8Array): void {
    this.#waiting.push(data);
    this.#waitingBytes += data.length;
    this.#advance(data.length);
  }

  #advance(bytes: number): void {
    this.#position += bytes;
    if (this.#position > MAX_MERGED_BYTES) throw new MergedPdfTooLarge(MAX_MERGED_BYTES, 'bytes');
  }
}
