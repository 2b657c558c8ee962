import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import { CutOff } from './lexer.ts';
import { CostlyPdf, type ImportLimits, type PieceSizes, VALUE_WORK } from './limits.ts';
import { metered, decode } from './metered-source.ts';
import { ObjectStreams } from './object-streams.ts';
import { Parser } from './parser.ts';
import type { PlaceTable } from './place-table.ts';
import { StreamEnds } from './stream-ends.ts';
import { type Dictionary, isDictionary, type PdfValue, Reference, type SourceObject } from './values.ts';

/** An object without its stream. A longer one is refused. */
const MAX_OBJECT_BYTES = 1 << 24;

/** If a value is not whole in the bytes that were read, this many times as many are read. */
const GROWTH = 2;

/** A reference to a reference to a reference. */
const MAX_STEPS = 32;

const NOTHING: SourceObject = { value: null, stream: null };

export interface SourceMeans {
  readonly meter: Meter;
  readonly limits: ImportLimits;
  readonly places: PlaceTable;
  readonly pieces: PieceSizes;
  /** Called once for an object that is not where the table says. It finds all objects by looking for them. */
  readonly repair: () => Promise<Dictionary>;
}

/** Reads objects of a file that another program wrote, from where a table says they are. Charges what it reads. */
export class SourceFile {
  readonly source: ByteSource;
  readonly meter: Meter;
  readonly limits: ImportLimits;
  readonly places: PlaceTable;
  readonly pieces: PieceSizes;
  readonly objectStreams: ObjectStreams;
  readonly #repair: () => Promise<Dictionary>;
  readonly #streamEnds: StreamEnds;
  #isRepaired = false;
  /** Streams whose length is being read. */
  readonly #measuring = new Set<number>();

  constructor(source: ByteSource, means: SourceMeans) {
    this.source = metered(source, means.meter);
    this.meter = means.meter;
    this.limits = means.limits;
    this.places = means.places;
    this.pieces = means.pieces;
    this.objectStreams = new ObjectStreams(this);
    this.#streamEnds = new StreamEnds(this);
    this.#repair = means.repair;
  }

  /** An object that does not exist is null (ISO 32000-1, 7.3.10). @throws {UnreadablePdf} */
  async object(id: number): Promise<SourceObject> {
    this.meter.charge(VALUE_WORK);
    if (this.meter.isDue) await this.meter.pause();
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
    this.objectStreams.clear();
    this.#measuring.clear();
    return this.#repair();
  }

  /** Returns the value that a reference refers to. Each call is work, because a few packed objects can form a tree with endless branches. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    this.meter.charge(VALUE_WORK);
    if (this.meter.isDue) await this.meter.pause();
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

  /** The characters of a part of the file. */
  async text(offset: number, length: number): Promise<string> {
    return decode(await this.source.read(offset, length), this.meter);
  }

  async #find(id: number): Promise<SourceObject> {
    const place = this.places.find(id);
    if (place === null) return NOTHING;
    if ('offset' in place) return this.readAt(place.offset, id);
    return { value: (await this.objectStreams.read(place.container)).get(id) ?? null, stream: null };
  }

  /** @param id null: any @throws {UnreadablePdf} */
  async readAt(offset: number, id: number | null): Promise<SourceObject & { readonly id: number }> {
    const { found, value, dataAt } = await this.parseAt(offset, async (parser) => {
      const head = parser.head();
      if (head === null || (id !== null && head !== id))
        throw new UnreadablePdf(`object ${id} is not where the cross-reference table says`);
      const read = await parser.value();
      const hasStream = isDictionary(read) && parser.streamStarts();
      return { found: head, value: read, dataAt: hasStream ? parser.at : null };
    });
    if (dataAt === null || !isDictionary(value)) return { id: found, value, stream: null };
    const start = offset + dataAt;
    return { id: found, value, stream: { offset: start, length: await this.#measure(found, value, start) } };
  }

  /** Reads more of the file until the value is whole. @throws {UnreadablePdf} */
  async parseAt<Result>(offset: number, parse: (parser: Parser) => Promise<Result>): Promise<Result> {
    const { meter, limits } = this;
    for (let size = this.pieces.objectBytes; ; size *= GROWTH) {
      const text = await this.text(offset, Math.min(size, MAX_OBJECT_BYTES));
      const isWhole = offset + text.length >= this.source.sizeBytes;
      const parser = new Parser(text, { meter, limits, isWhole });
      try {
        return await parse(parser);
      } catch (error) {
        if (!(error instanceof CutOff) || size >= MAX_OBJECT_BYTES) throw error;
      } finally {
        meter.release(parser.heldBytes);
      }
    }
  }

  /** Many programs wrote a wrong length. */
  async #measure(id: number, dictionary: Dictionary, start: number): Promise<number> {
    const length = await this.#readLength(id, dictionary.get('Length'));
    const rest = this.source.sizeBytes - start;
    if (length !== null && length >= 0 && length <= rest) {
      const after = await this.text(start + length, 32);
      if (/^[\s\0]*(?:endstream|endobj)/.test(after)) return length;
    }
    return this.#streamEnds.measure(start);
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
}
