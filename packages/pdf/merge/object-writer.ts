/** What is written is collected up to about this size, because each piece costs a turn of all generators and a write. */
const FLUSH_BYTES = 1 << 16;

/** A larger piece of a stream is not copied. */
const COPIED_BYTES = 1 << 14;

/** Offsets are four bytes each, so the file is shorter than 4 GiB. */
export const MAX_MERGED_BYTES = 2 ** 32 - 1;

/** The offsets of all objects are in memory until the end: 16 MB. */
export const MAX_MERGED_OBJECTS = 4_000_000;

const BLOCK_OBJECTS = 1 << 16;

const ENTRIES_PER_PIECE = 1 << 13;

/** The merged file has more bytes or objects than the merger can write. */
export class MergedPdfTooLarge extends Error {
  override readonly name = 'MergedPdfTooLarge';
  /** Such as `4,000,000 objects`. */
  readonly limit: string;

  constructor(limit: number, unit: 'bytes' | 'objects') {
    const text = `${limit.toLocaleString('en')} ${unit}`;
    super(`The merged PDF has more than ${text}.`);
    this.limit = text;
  }
}

/** Writes a PDF from its first byte to its last. Only the offsets of the objects stay in memory. */
export class ObjectWriter {
  /** By id, in blocks. 0 for an id without an object. */
  readonly #offsets: Uint32Array[] = [];
  #nextId = 1;
  #position = 0;
  #waiting: (string | Uint8Array)[] = [];
  #waitingBytes = 0;

  constructor() {
    this.#append('%PDF-1.4\n%\xd3\xeb\xe9\xe1\n');
  }

  /** Returns the first of `count` ids. @throws {MergedPdfTooLarge} */
  reserve(count = 1): number {
    const first = this.#nextId;
    this.#nextId += count;
    if (this.#nextId > MAX_MERGED_OBJECTS) throw new MergedPdfTooLarge(MAX_MERGED_OBJECTS, 'objects');
    while (this.#offsets.length * BLOCK_OBJECTS < this.#nextId)
      this.#offsets.push(new Uint32Array(BLOCK_OBJECTS));
    return first;
  }

  /** @throws {MergedPdfTooLarge} */
  *write(id: number, text: string): Generator<Uint8Array> {
    this.#locate(id);
    yield* this.#flush(`${id} 0 obj\n${text}\nendobj\n`);
  }

  /** @throws {MergedPdfTooLarge} */
  async *writeStream(id: number, text: string, data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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

  /** Writes the cross-reference table and the trailer. */
  *finish(trailer: string): Generator<Uint8Array> {
    const startXref = this.#position;
    const size = this.#nextId;
    this.#append(`xref\n0 ${size}\n`);
    for (let id = 0; id < size; id += ENTRIES_PER_PIECE) {
      const entries = Math.min(ENTRIES_PER_PIECE, size - id);
      yield* this.#flush(Array.from({ length: entries }, (_, step) => this.#entry(id + step)).join(''));
    }
    this.#append(`trailer\n<</Size ${size} ${trailer}>>\nstartxref\n${startXref}\n%%EOF\n`);
    yield* this.#flushAll();
  }

  /** A free object with generation 65535 is never used again (ISO 32000-1, 7.5.4). */
  #entry(id: number): string {
    const offset = this.#offsets[Math.floor(id / BLOCK_OBJECTS)]?.[id % BLOCK_OBJECTS] ?? 0;
    return offset ? `${String(offset).padStart(10, '0')} 00000 n \n` : '0000000000 65535 f \n';
  }

  #locate(id: number): void {
    const block = this.#offsets[Math.floor(id / BLOCK_OBJECTS)];
    if (!block) throw new Error(`The id ${id} is not reserved`);
    block[id % BLOCK_OBJECTS] = this.#position;
  }

  *#flush(data: string | Uint8Array): Generator<Uint8Array> {
    this.#append(data);
    if (this.#waitingBytes >= FLUSH_BYTES) yield* this.#flushAll();
  }

  *#flushAll(): Generator<Uint8Array> {
    if (this.#waitingBytes === 0) return;
    const bytes = join(this.#waiting, this.#waitingBytes);
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

/** The reader decodes one character for each byte. `Uint8Array.from` takes ten times as long. */
function join(parts: readonly (string | Uint8Array)[], sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  for (const part of parts) {
    if (typeof part === 'string')
      for (let at = 0; at < part.length; at += 1) bytes[filled + at] = part.charCodeAt(at);
    else bytes.set(part, filled);
    filled += part.length;
  }
  return bytes;
}
