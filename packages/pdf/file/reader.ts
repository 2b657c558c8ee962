import type { ByteSource } from './byte-source.ts';
import type { Meter } from '@platen/meter';
import { type CrossReferences, readCrossReferences, type Span } from './cross-references.ts';
import type { PackedIds } from './cross-reference-stream.ts';
import { readReference, readReferences, UnreadablePdf } from './dictionary.ts';
import { latin1 } from './latin1.ts';
import { unpackObjects } from './object-stream.ts';
import { withoutInnerSpaces } from './syntax.ts';

/** Most dictionaries are shorter than this; the stream after one may be long. */
const DICTIONARY_BYTES = 4096;

/** Object streams that are expanded in memory. */
const MAX_EXPANDED = 8;

/** To read an object, and to copy it or what is found in it. */
const OBJECT_WORK = 1_000;
const CHARACTER_WORK = 5;

/** A name may end in "stream" too. */
const STREAM = /(?<=>>)\s*stream\r?\n/;

export interface PdfObject {
  readonly id: number;
  /** The object's dictionary or value, without its stream, in the form of Skia. */
  readonly text: string;
  readonly stream: { readonly offset: number; readonly length: number } | null;
}

/** Matches the start of an object. */
const HEAD = /^(\d+) 0 obj\s*/;

/** Finds where the stream of an object starts. Most objects have none, and a search for the word is faster than the pattern. */
const findStream = (text: string): RegExpExecArray | null =>
  text.includes('stream') ? STREAM.exec(text) : null;

/**
 * Reads what Skia writes, PDF 1.4 (https://skia.googlesource.com/skia/+/main/src/pdf/), what this package makes of it, also
 * with object streams, and both after version 0.1.0 linearized them.
 */
export class PdfReader {
  readonly source: ByteSource;
  /** It is charged for each object. Who makes more of an object than a copy charges that too. */
  readonly meter: Meter;
  readonly trailer: string;
  /** By id; 0 for an id that is free or packed. */
  readonly offsets: readonly number[];
  /** It is null for a file without object streams. */
  readonly packed: PackedIds | null;
  /** The offset of the cross-reference table at the end of the file. */
  readonly bodyEnd: number;
  /** The bytes that only a linearized file needs. */
  readonly hidden: readonly Span[];
  /** By offset of an object, the offset of what follows it. */
  readonly #ends: ReadonlyMap<number, number>;
  /** By id of an object stream, its objects. The last one was used last. */
  readonly #expanded = new Map<number, Promise<ReadonlyMap<number, string>>>();
  #pages: Promise<readonly PdfObject[]> | null = null;

  private constructor(source: ByteSource, places: CrossReferences, meter: Meter) {
    const { offsets, packed, trailer, bodyEnd, hidden } = places;
    this.source = source;
    this.meter = meter;
    this.offsets = offsets;
    this.packed = packed;
    this.trailer = trailer;
    this.bodyEnd = bodyEnd;
    this.hidden = hidden;
    const inOrder = [...offsets.filter((offset) => offset > 0), ...hidden.map(({ offset }) => offset)];
    inOrder.sort((one, other) => one - other);
    this.#ends = new Map(inOrder.map((offset, index) => [offset, inOrder[index + 1] ?? bodyEnd]));
  }

  static async open(source: ByteSource, meter: Meter): Promise<PdfReader> {
    return new PdfReader(source, await readCrossReferences(source), meter);
  }

  /** The file without its cross-reference table and trailer. */
  get body(): ByteSource {
    const { source, bodyEnd } = this;
    const read = (offset: number, length: number) =>
      source.read(offset, Math.max(0, Math.min(length, bodyEnd - offset)));
    return {
      ...(source.closed ? { closed: source.closed, close: () => source.close?.() } : {}),
      sizeBytes: bodyEnd,
      read,
    };
  }

  has(id: number): boolean {
    return (this.offsets[id] ?? 0) > 0 || this.containerOf(id) > 0;
  }

  /** The id of the object stream that has the object, or 0. */
  containerOf(id: number): number {
    return this.packed?.containers[id] ?? 0;
  }

  /** The objects of the document, in the order of the file. */
  idsInOrder(): number[] {
    const packed = this.idsByContainer();
    return this.placesInOrder().flatMap((id) => packed.get(id) ?? [id]);
  }

  /** Lists the ids of the objects that have a place of their own, in the order of the file: object streams, and objects that are in none. */
  placesInOrder(): number[] {
    const { offsets } = this;
    return Array.from(offsets.keys())
      .filter((id) => (offsets[id] ?? 0) > 0)
      .sort((one, other) => (offsets[one] ?? 0) - (offsets[other] ?? 0));
  }

  /** By id of an object stream, the ids of its objects. */
  idsByContainer(): ReadonlyMap<number, readonly number[]> {
    const packed = new Map<number, number[]>();
    for (const [id, container] of this.packed?.containers.entries() ?? []) {
      if (container === 0) continue;
      const ids = packed.get(container);
      if (ids) ids.push(id);
      else packed.set(container, [id]);
    }
    return packed;
  }

  /** To the start of the next object. */
  locate(id: number): Span {
    const offset = this.offsets[id] ?? 0;
    const end = this.#ends.get(offset);
    if (!offset || end === undefined) throw new UnreadablePdf(`no object ${id}`);
    return { offset, end };
  }

  /** @throws {UnreadablePdf}; what the meter throws */
  async object(id: number): Promise<PdfObject> {
    const object = await this.#readObject(id);
    this.meter.charge(OBJECT_WORK + CHARACTER_WORK * object.text.length);
    if (this.meter.isDue) await this.meter.pause();
    return object;
  }

  async #readObject(id: number): Promise<PdfObject> {
    const container = this.containerOf(id);
    if (container > 0) {
      const text = (await this.#expand(container)).get(id);
      if (text === undefined) throw new UnreadablePdf(`object ${id} is not in its object stream`);
      return { id, text, stream: null };
    }
    return this.#readDirect(id);
  }

  #expand(container: number): Promise<ReadonlyMap<number, string>> {
    const expanded = this.#expanded.get(container) ?? this.readContainer(container);
    this.#expanded.delete(container);
    this.#expanded.set(container, expanded);
    const [oldest] = this.#expanded.keys();
    if (this.#expanded.size > MAX_EXPANDED && oldest !== undefined) this.#expanded.delete(oldest);
    return expanded;
  }

  /** The texts of the objects of an object stream, by id. */
  async readContainer(container: number): Promise<ReadonlyMap<number, string>> {
    const stream = await this.#readDirect(container);
    return unpackObjects(stream.text, await this.readStream(stream), this.meter);
  }

  async #readDirect(id: number): Promise<PdfObject> {
    const { offset, end } = this.locate(id);
    let text = latin1.decode(await this.source.read(offset, Math.min(end - offset, DICTIONARY_BYTES)));
    if (!text.includes('endobj') && findStream(text) === null)
      text = latin1.decode(await this.source.read(offset, end - offset));
    const [head, written] = HEAD.exec(text) ?? [];
    if (head === undefined || Number(written) !== id)
      throw new UnreadablePdf(`object ${id} is not where the cross-reference table says`);
    const data = findStream(text);
    if (data === null) {
      const value = text.slice(head.length, text.lastIndexOf('endobj')).trim();
      return { id, text: withoutInnerSpaces(value), stream: null };
    }
    const dictionary = text.slice(head.length, data.index);
    const stream = { offset: offset + data.index + data[0].length, length: readLength(id, dictionary) };
    if (stream.offset + stream.length > end) throw new UnreadablePdf(`object ${id} is longer than its place`);
    return { id, text: withoutInnerSpaces(dictionary), stream };
  }

  /** The data is still compressed. */
  async readStream({ id, stream }: PdfObject): Promise<Uint8Array> {
    if (!stream) throw new UnreadablePdf(`object ${id} has no stream`);
    const data = await this.source.read(stream.offset, stream.length);
    if (data.byteLength !== stream.length) throw new UnreadablePdf(`object ${id} is cut off`);
    this.meter.charge(data.byteLength);
    return data;
  }

  async pageCount(): Promise<number> {
    const count = /\/Count (\d+)/.exec((await this.#readPageTree()).text)?.[1];
    if (count === undefined) throw new UnreadablePdf('the page tree has no /Count');
    return Number(count);
  }

  pages(): Promise<readonly PdfObject[]> {
    this.#pages ??= this.#readPages();
    return this.#pages;
  }

  async #readPageTree(): Promise<PdfObject> {
    const catalog = await this.object(readReference(this.trailer, 'Root'));
    return this.object(readReference(catalog.text, 'Pages'));
  }

  async #readPages(): Promise<readonly PdfObject[]> {
    const pages: PdfObject[] = [];
    const walk = async (node: PdfObject): Promise<void> => {
      if (/\/Type \/Page\b/.test(node.text)) {
        pages.push(node);
        return;
      }
      const kids = /\/Kids \[([^[\]]*)\]/.exec(node.text)?.[1];
      if (kids === undefined) throw new UnreadablePdf(`object ${node.id} is no page and has no /Kids`);
      for (const kid of readReferences(kids)) await walk(await this.object(kid));
    };
    await walk(await this.#readPageTree());
    const count = await this.pageCount();
    if (pages.length !== count) throw new UnreadablePdf(`${pages.length} pages where /Count is ${count}`);
    return pages;
  }
}

function readLength(id: number, dictionary: string): number {
  const length = /\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1];
  if (length === undefined) throw new UnreadablePdf(`object ${id} has no direct /Length`);
  return Number(length);
}

/** A page as it is shown: its size in points, and where it is in the space in which its content is drawn. */
export interface ShownPage {
  readonly width: number;
  readonly height: number;
  /** From the shown page, whose lower left corner is 0 0, to that space. It is null if they are the same. */
  readonly matrix: readonly [number, number, number, number, number, number] | null;
}

const BOX = String.raw` \[(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)\]`;
const MEDIA_BOX = new RegExp(`/MediaBox${BOX}`);
const CROP_BOX = new RegExp(`/CropBox${BOX}`);

/** Readers show the crop box, turned clockwise. Chromium's pages start at 0 0 and have none. */
export function readShownPage({ id, text }: PdfObject): ShownPage {
  const media = MEDIA_BOX.exec(text)?.slice(1).map(Number);
  if (!media) throw new UnreadablePdf(`page ${id} has no /MediaBox of its own`);
  const [left = 0, bottom = 0, right = 0, top = 0] = crop(media, CROP_BOX.exec(text)?.slice(1).map(Number));
  const [width, height] = [right - left, top - bottom];
  const rotation = Number(/\/Rotate (\d+)/.exec(text)?.[1] ?? 0);
  if (rotation === 90) return { width: height, height: width, matrix: [0, 1, -1, 0, right, bottom] };
  if (rotation === 180) return { width, height, matrix: [-1, 0, 0, -1, right, top] };
  if (rotation === 270) return { width: height, height: width, matrix: [0, -1, 1, 0, left, top] };
  return { width, height, matrix: left === 0 && bottom === 0 ? null : [1, 0, 0, 1, left, bottom] };
}

/** The part of the media box that is in the other box, if there is one. */
function crop(media: readonly number[], box: readonly number[] | undefined): readonly number[] {
  if (!box) return media;
  const part = media.map((side, index) => (index < 2 ? Math.max : Math.min)(side, box[index] ?? side));
  const [left = 0, bottom = 0, right = 0, top = 0] = part;
  return right > left && top > bottom ? part : media;
}
