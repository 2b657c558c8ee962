import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { type Budget, CostlyPdf } from './budget.ts';
import { expandStream } from './expand-stream.ts';
import { CutOff, Parser } from './parser.ts';
import type { PlaceTable } from './place-table.ts';
import { type Dictionary, isDictionary, nameOf, type PdfValue, Reference } from './values.ts';

/** Most objects are shorter, and are read at once. */
const OBJECT_BYTES = 4096;

/** An object without its stream. A longer one is refused. */
const MAX_OBJECT_BYTES = 1 << 24;

/** Reading this many characters one by one is as much work as a value. */
export const CHARACTERS_PER_STEP = 8;

/** What ends this close to the end of what was read may go on. */
const MARGIN_CHARACTERS = 64;

/** The most text of expanded object streams that stays in memory. */
const MAX_KEPT_CHARACTERS = 1 << 24;

/** A reference to a reference to a reference. */
const MAX_STEPS = 32;

/** The number of an object and its place. A run of digits or of white space is read once, however long it is. */
const NUMBERED = /(?<!\d)(\d{1,10})[\s\0]{1,100}(\d{1,10})/g;

export interface SourceObject {
  readonly value: PdfValue;
  readonly stream: { readonly offset: number; readonly length: number } | null;
}

const NOTHING: SourceObject = { value: null, stream: null };

/** One character for each byte. The decoder for Latin-1 of browsers is another one. */
export function toCharacters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.byteLength; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Reads objects of a file that another program wrote, from where a table says they are. */
export class SourceFile {
  readonly source: ByteSource;
  readonly budget: Budget;
  readonly places: PlaceTable;
  /** Called once for an object that is not where the table says. It finds all objects by looking for them. */
  readonly #repair: () => Promise<Dictionary>;
  #isRepaired = false;
  readonly #expanded = new Map<number, ReadonlyMap<number, PdfValue>>();
  readonly #sizes = new Map<number, number>();
  /** Object streams that are being expanded. */
  readonly #opening = new Set<number>();
  /** Streams whose length is being read. */
  readonly #measuring = new Set<number>();

  constructor(
    source: ByteSource,
    means: { budget: Budget; places: PlaceTable; repair: () => Promise<Dictionary> },
  ) {
    this.source = source;
    this.budget = means.budget;
    this.places = means.places;
    this.#repair = means.repair;
  }

  /** An object that does not exist is null (ISO 32000-1, 7.3.10). @throws {UnreadablePdf} */
  async object(id: number): Promise<SourceObject> {
    await this.budget.pause();
    try {
      return await this.#find(id);
    } catch (error) {
      if (!(error instanceof UnreadablePdf) || error instanceof CostlyPdf || this.#isRepaired) throw error;
      await this.repair();
      return this.#find(id);
    }
  }

  /** Looks for all objects. Returns what a trailer would say. @throws {UnreadablePdf} */
  repair(): Promise<Dictionary> {
    this.#isRepaired = true;
    this.#expanded.clear();
    this.#sizes.clear();
    this.#opening.clear();
    this.#measuring.clear();
    return this.#repair();
  }

  /** Returns the value that a reference refers to. Each call is a step, because a few packed objects can form a tree with endless branches. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    this.budget.step();
    let found = value ?? null;
    for (let step = 0; found instanceof Reference; step += 1) {
      if (step > MAX_STEPS) throw new UnreadablePdf('a reference leads to itself');
      found = (await this.object(found.id)).value;
    }
    return found;
  }

  async dictionary(value: PdfValue | undefined): Promise<Dictionary | null> {
    const found = await this.resolve(value);
    return isDictionary(found) ? found : null;
  }

  async #find(id: number): Promise<SourceObject> {
    const place = this.places.find(id);
    if (place === null) return NOTHING;
    if ('offset' in place) return this.readAt(place.offset, id);
    return { value: (await this.#expand(place.container)).get(id) ?? null, stream: null };
  }

  /** @param id null: any @throws {UnreadablePdf} */
  async readAt(offset: number, id: number | null): Promise<SourceObject & { readonly id: number }> {
    const { found, value, dataAt } = await this.parseAt(offset, (parser) => {
      const head = parser.head();
      if (head === null || (id !== null && head !== id))
        throw new UnreadablePdf(`object ${id} is not where the cross-reference table says`);
      const read = parser.value();
      const hasStream = isDictionary(read) && parser.streamStarts();
      return { found: head, value: read, dataAt: hasStream ? parser.at : null };
    });
    if (dataAt === null || !isDictionary(value)) return { id: found, value, stream: null };
    const start = offset + dataAt;
    return { id: found, value, stream: { offset: start, length: await this.#measure(found, value, start) } };
  }

  /** Reads more of the file until the value is whole. Reading again costs steps, because each of many objects can seem to be long. */
  async parseAt<Result>(offset: number, parse: (parser: Parser) => Result): Promise<Result> {
    const rest = this.source.sizeBytes - offset;
    for (let size = OBJECT_BYTES; ; size *= 8) {
      const isAll = size >= rest || size >= MAX_OBJECT_BYTES;
      if (size > OBJECT_BYTES) this.budget.step(Math.ceil(Math.min(size, rest) / CHARACTERS_PER_STEP));
      const parser = new Parser(
        toCharacters(await this.source.read(offset, Math.min(size, rest))),
        this.budget,
      );
      try {
        const result = parse(parser);
        if (isAll || parser.at < parser.text.length - MARGIN_CHARACTERS) return result;
      } catch (error) {
        if (!(error instanceof CutOff) || isAll) throw error;
      }
    }
  }

  /** Many programs wrote a wrong length. */
  async #measure(id: number, dictionary: Dictionary, start: number): Promise<number> {
    const length = await this.#readLength(id, dictionary.get('Length'));
    const rest = this.source.sizeBytes - start;
    if (length !== null && length >= 0 && length <= rest) {
      const after = toCharacters(await this.source.read(start + length, 32));
      if (/^[\s\0]*(?:endstream|endobj)/.test(after)) return length;
    }
    return this.#findEnd(start);
  }

  async #readLength(id: number, value: PdfValue | undefined): Promise<number | null> {
    // The length may be a stream itself, and its length another one.
    if (this.#measuring.has(id) || this.#measuring.size > MAX_STEPS) return null;
    this.#measuring.add(id);
    try {
      const length = await this.resolve(value);
      return typeof length === 'number' && Number.isInteger(length) ? length : null;
    } finally {
      this.#measuring.delete(id);
    }
  }

  async #findEnd(start: number): Promise<number> {
    const pieceBytes = 1 << 18;
    const overlap = 'endstream'.length;
    for (let offset = start; offset < this.source.sizeBytes; offset += pieceBytes - overlap) {
      const piece = await this.source.read(offset, pieceBytes);
      this.budget.scan(piece.byteLength);
      const text = toCharacters(piece);
      const end = text.indexOf('endstream');
      if (end >= 0)
        return offset + end - start - (/(?:\r\n|\n|\r)$/.exec(text.slice(0, end))?.[0].length ?? 0);
      if (piece.byteLength < pieceBytes) break;
    }
    throw new UnreadablePdf('a stream does not end');
  }

  async #expand(container: number): Promise<ReadonlyMap<number, PdfValue>> {
    const known = this.#expanded.get(container);
    if (known) return known;
    if (this.#opening.has(container)) throw new UnreadablePdf('an object stream is in itself');
    const place = this.places.find(container);
    if (place === null || !('offset' in place))
      throw new UnreadablePdf(`there is no object stream ${container}`);
    this.#opening.add(container);
    try {
      const objects = await this.readContainer(await this.readAt(place.offset, container));
      this.#keep(container, objects);
      return objects.values;
    } finally {
      this.#opening.delete(container);
    }
  }

  /** The objects of an object stream, by id. @throws {UnreadablePdf} */
  async readContainer({
    value,
    stream,
  }: SourceObject): Promise<{ values: ReadonlyMap<number, PdfValue>; characters: number }> {
    if (!isDictionary(value) || stream === null || nameOf(value.get('Type')) !== 'ObjStm')
      throw new UnreadablePdf('an object stream is missing');
    const text = toCharacters(await expandStream(this, value, stream));
    const first = await this.resolve(value.get('First'));
    if (typeof first !== 'number') throw new UnreadablePdf('an object stream has no /First');
    const values = new Map<number, PdfValue>();
    for (const [, id, at] of text.slice(0, first).matchAll(NUMBERED)) {
      await this.budget.pause();
      values.set(Number(id), new Parser(text, this.budget, first + Number(at)).value());
    }
    return { values, characters: text.length };
  }

  #keep(
    container: number,
    { values, characters }: { values: ReadonlyMap<number, PdfValue>; characters: number },
  ): void {
    this.#expanded.set(container, values);
    this.#sizes.set(container, characters);
    let sum = 0;
    for (const size of this.#sizes.values()) sum += size;
    for (const [oldest, size] of this.#sizes) {
      if (sum <= MAX_KEPT_CHARACTERS || oldest === container) break;
      this.#expanded.delete(oldest);
      this.#sizes.delete(oldest);
      sum -= size;
    }
  }
}
