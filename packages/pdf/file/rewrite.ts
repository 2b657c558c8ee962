import type { Meter } from '@platen/meter';
import type { ByteSource } from './byte-source.ts';
import type { Span } from './cross-references.ts';
import { type ObjectPlace, packCrossReferences } from './cross-reference-stream.ts';
import { readReference } from './dictionary.ts';
import { latin1Bytes } from './latin1.ts';
import { Cuts } from './cuts.ts';
import { ObjectPacker } from './object-stream.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { toHexString } from './syntax.ts';

const SPACE = 0x20;
const LINE_FEED = 0x0a;

/**
 * Writes a document with some objects replaced, as one version (decision 22). The old forms of these objects are
 * overwritten with white space, and the old cross-reference table is left out. So no part of the file has the old version.
 * Object streams that had one of them are packed again.
 * Only the new objects and the cross-reference table are in memory, so the document may have any size.
 */
export class PdfRewrite {
  readonly #reader: PdfReader;
  readonly #chunks: Uint8Array[] = [];
  readonly #offsets: number[];
  /** Object streams of the document that have the old form of an object. */
  readonly #outdated = new Set<number>();
  /** By id, where its objects are that stay as they are. */
  readonly #repacked = new Map<number, ObjectPlace>();
  readonly #replaced: Span[];
  readonly #dropped: Span[] = [];
  #cuts = new Cuts([]);
  #end: number;
  #info: number | null;
  /** There are no object streams, and a table instead of a stream of places. */
  #isUnpacked = false;

  get meter(): Meter {
    return this.#reader.meter;
  }

  constructor(reader: PdfReader) {
    this.#reader = reader;
    this.#offsets = [...reader.offsets];
    this.#end = reader.bodyEnd;
    this.#replaced = [...reader.hidden];
    this.#info = reader.trailer.includes('/Info ') ? readReference(reader.trailer, 'Info') : null;
  }

  /** The object with the title, the author and so on. */
  writeInfo(text: string): void {
    this.#info ??= this.reserve();
    this.write(this.#info, text);
  }

  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /** Write what a page draws before the page, so that a part of the file with the page has its drawings too. */
  write(id: number, text: string, stream?: Uint8Array): void {
    if (this.#reader.offsets[id]) this.#replaced.push(this.#reader.locate(id));
    const container = this.#reader.containerOf(id);
    if (container > 0) this.#outdated.add(container);
    this.#offsets[id] = this.#end;
    this.#append(`${id} 0 obj\n${text}`);
    if (stream) {
      this.#append(' stream\n');
      this.#append(stream);
      this.#append('\nendstream');
    }
    this.#append('\nendobj\n');
  }

  /**
   * Writes the objects of object streams as objects of their own, for PDF 1.4. They are in memory until the file is written. Call it before other
   * objects are written.
   *
   * @param change returns what is written for an object
   */
  async unpack(change: (object: PdfObject) => string): Promise<void> {
    this.#isUnpacked = true;
    for (const ids of this.#reader.idsByContainer().values())
      for (const id of ids) {
        const text = change(await this.#reader.object(id));
        this.meter.hold(text.length);
        this.write(id, text);
      }
  }

  /** Leaves an object and its bytes out. Nothing may refer to it. */
  drop(id: number): void {
    this.#dropped.push(this.#reader.locate(id));
    this.#offsets[id] = 0;
  }

  add(text: string): number {
    const id = this.reserve();
    this.write(id, text);
    return id;
  }

  /** `dictionary` has no brackets and no `/Length`. */
  writeStream(dictionary: string, content: string): number {
    const id = this.reserve();
    const bytes = new TextEncoder().encode(content);
    this.write(id, `<<${dictionary} /Length ${bytes.byteLength}>>`, bytes);
    return id;
  }

  /** The document itself, if nothing was written. */
  async finish(): Promise<ByteSource> {
    if (this.#chunks.length === 0 && !this.#isUnpacked) return this.#reader.source;
    this.#cuts = new Cuts(this.#dropped);
    for (const container of this.#outdated) await this.#repack(container);
    const { trailer, packed } = this.#reader;
    const info = this.#info === null ? '' : ` /Info ${this.#info} 0 R`;
    const about = `/Root ${readReference(trailer, 'Root')} 0 R${info} ${toFileIdentifier(trailer)}`;
    if (packed === null || this.#isUnpacked) this.#writeTable(about);
    else this.#writeStreamOfPlaces(about);
    const written = blanked(this.#reader.body, this.#replaced);
    const body = this.#isUnpacked ? asVersion4(written) : written;
    return concatenate(this.#cuts.isEmpty ? body : this.#cuts.apply(body), this.#chunks);
  }

  /** Without the objects that were replaced. */
  async #repack(container: number): Promise<void> {
    this.#replaced.push(this.#reader.locate(container));
    this.#offsets[container] = 0;
    const packer = new ObjectPacker();
    for (const [id, text] of await this.#reader.readContainer(container))
      if (!this.#offsets[id]) packer.add(id, text);
    if (packer.isEmpty) return;
    const { ids, text, data } = packer.take();
    const copy = this.reserve();
    this.write(copy, text, data);
    for (const [index, id] of ids.entries()) this.#repacked.set(id, { container: copy, index });
  }

  #writeTable(about: string): void {
    const startXref = this.#cuts.move(this.#end);
    this.#append(this.#crossReferences());
    this.#append(`trailer\n<</Size ${this.#offsets.length} ${about}>>\nstartxref\n${startXref}\n%%EOF\n`);
  }

  #writeStreamOfPlaces(about: string): void {
    const id = this.reserve();
    const startXref = this.#cuts.move(this.#end);
    this.#offsets[id] = this.#end;
    const { text, data } = packCrossReferences(this.#offsets.length, (one) => this.#placeOf(one), about);
    this.write(id, text, data);
    this.#append(`startxref\n${startXref}\n%%EOF\n`);
  }

  #placeOf(id: number): ObjectPlace {
    const offset = this.#offsets[id] ?? 0;
    if (offset > 0) return { offset: this.#cuts.move(offset) };
    const container = this.#reader.containerOf(id);
    if (container === 0) return null;
    return this.#repacked.get(id) ?? { container, index: this.#reader.packed?.indexes[id] ?? 0 };
  }

  /** A free object points to the next free object (ISO 32000-1, 7.5.4). */
  #crossReferences(): string {
    const offsets = this.#offsets;
    const entries: string[] = [];
    let nextFree = 0;
    for (let id = offsets.length - 1; id >= 0; id -= 1) {
      const offset = offsets[id];
      const number = String(offset ? this.#cuts.move(offset) : nextFree).padStart(10, '0');
      entries.push(offset ? `${number} 00000 n \n` : `${number} ${id === 0 ? '65535' : '00001'} f \n`);
      if (!offset) nextFree = id;
    }
    return `xref\n0 ${offsets.length}\n${entries.toReversed().join('')}`;
  }

  #append(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? latin1Bytes(data) : data;
    this.#chunks.push(bytes);
    this.#end += bytes.byteLength;
  }
}

const IDENTIFIER = /\/ID\s*\[\s*(<[\dA-Fa-f]+>)/;

/** The first part stays the same in all versions of a file (ISO 32000-1, 14.4). */
export function toFileIdentifier(trailer: string): string {
  const version = toHexString(crypto.getRandomValues(new Uint8Array(16)));
  return `/ID [${IDENTIFIER.exec(trailer)?.[1] ?? version} ${version}]`;
}

/**
 * The source with spaces instead of the bytes of `spans`, which do not overlap. PDF/A wants a line feed before the next object (ISO 19005-2, 6.1.9). A file
 * with many objects that were replaced is read many times, so a read looks only at the spans in its bytes.
 */
function blanked(source: ByteSource, spans: readonly Span[]): ByteSource {
  const inOrder = spans.toSorted((one, other) => one.offset - other.offset);
  return {
    ...source,
    async read(offset, length) {
      const bytes = await source.read(offset, length);
      const end = offset + bytes.byteLength;
      let copy: Uint8Array | null = null;
      for (let at = findAfter(inOrder, offset); at < inOrder.length; at += 1) {
        const span = inOrder[at];
        if (span === undefined || span.offset >= end) break;
        copy ??= bytes.slice();
        copy.fill(SPACE, Math.max(0, span.offset - offset), span.end - offset);
        if (span.end <= end) copy[span.end - 1 - offset] = LINE_FEED;
      }
      return copy ?? bytes;
    },
  };
}

/** Returns the index of the first span that ends after an offset. */
function findAfter(spans: readonly Span[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((spans[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

const VERSION_4 = latin1Bytes('%PDF-1.4');

/** The header says PDF 1.4. */
const asVersion4 = (source: ByteSource): ByteSource => ({
  ...source,
  async read(offset, length) {
    const bytes = await source.read(offset, length);
    if (offset >= VERSION_4.byteLength) return bytes;
    const copy = bytes.slice();
    copy.set(VERSION_4.subarray(offset, offset + copy.byteLength));
    return copy;
  },
});

function concatenate(head: ByteSource, chunks: readonly Uint8Array[]): ByteSource {
  const tail = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0));
  let filled = 0;
  for (const chunk of chunks) {
    tail.set(chunk, filled);
    filled += chunk.byteLength;
  }
  return {
    ...head,
    sizeBytes: head.sizeBytes + tail.byteLength,
    async read(offset, length) {
      const fromTail = tail.subarray(
        Math.max(0, offset - head.sizeBytes),
        Math.max(0, offset + length - head.sizeBytes),
      );
      if (offset >= head.sizeBytes) return fromTail;
      const fromHead = await head.read(offset, Math.min(length, head.sizeBytes - offset));
      if (fromTail.byteLength === 0) return fromHead;
      const both = new Uint8Array(fromHead.byteLength + fromTail.byteLength);
      both.set(fromHead);
      both.set(fromTail, fromHead.byteLength);
      return both;
    },
  };
}
