import { UnreadablePdf } from '../file/dictionary.ts';
import { expandStream, type StreamSource } from './expand-stream.ts';
import { decode } from './metered-source.ts';
import { Parser } from './parser.ts';
import type { PlaceTable } from './place-table.ts';
import { isDictionary, nameOf, type PdfValue, type SourceObject } from './values.ts';

/** The most memory of expanded object streams that stays. */
const MAX_KEPT_BYTES = 1 << 25;

type Values = ReadonlyMap<number, PdfValue>;

/** The file that object streams are read from. */
interface ObjectSource extends StreamSource {
  readonly places: PlaceTable;
  readAt(offset: number, id: number): Promise<SourceObject>;
}

interface Expanded {
  /** By id. */
  readonly values: Values;
  /** The meter holds them. */
  readonly heldBytes: number;
}

/** An object and its place in the text of an object stream. */
interface Entry {
  readonly id: number;
  readonly at: number;
}

/** Reads the object streams of a file (ISO 32000-1, 7.5.7), and keeps the newest ones. */
export class ObjectStreams {
  readonly #file: ObjectSource;
  /** By id, the oldest first. */
  readonly #kept = new Map<number, Expanded>();
  #keptBytes = 0;
  /** Object streams that are being expanded. */
  readonly #opening = new Set<number>();

  constructor(file: ObjectSource) {
    this.#file = file;
  }

  /** The objects of an object stream, by id. @throws {UnreadablePdf} */
  async read(container: number): Promise<Values> {
    const known = this.#kept.get(container);
    if (known) return known.values;
    if (this.#opening.has(container)) throw new UnreadablePdf('an object stream is in itself');
    const place = this.#file.places.find(container);
    if (place === null || !('offset' in place))
      throw new UnreadablePdf(`there is no object stream ${container}`);
    this.#opening.add(container);
    try {
      return await this.keep(container, await this.#file.readAt(place.offset, container));
    } finally {
      this.#opening.delete(container);
    }
  }

  /** Reads an object stream that was found. @throws {UnreadablePdf} */
  async keep(container: number, object: SourceObject): Promise<Values> {
    const expanded = await this.#expand(object);
    this.#drop(container);
    this.#kept.set(container, expanded);
    this.#keptBytes += expanded.heldBytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= MAX_KEPT_BYTES || oldest === container) break;
      this.#drop(oldest);
    }
    return expanded.values;
  }

  clear(): void {
    for (const container of this.#kept.keys()) this.#drop(container);
    this.#opening.clear();
  }

  #drop(container: number): void {
    const heldBytes = this.#kept.get(container)?.heldBytes ?? 0;
    this.#kept.delete(container);
    this.#keptBytes -= heldBytes;
    this.#file.meter.release(heldBytes);
  }

  async #expand({ value, stream }: SourceObject): Promise<Expanded> {
    const { meter } = this.#file;
    if (!isDictionary(value) || stream === null || nameOf(value.get('Type')) !== 'ObjStm')
      throw new UnreadablePdf('an object stream is missing');
    const bytes = await expandStream(this.#file, value, stream);
    const first = await this.#file.resolve(value.get('First'));
    if (typeof first !== 'number') throw new UnreadablePdf('an object stream has no /First');
    // The bytes and their text.
    const expandedBytes = 2 * bytes.byteLength;
    meter.hold(expandedBytes);
    try {
      return await this.#readValues(await decode(bytes, meter), first);
    } finally {
      meter.release(expandedBytes);
    }
  }

  async #readValues(text: string, first: number): Promise<Expanded> {
    const { meter, limits } = this.#file;
    const means = { meter, limits, isWhole: true };
    const values = new Map<number, PdfValue>();
    let heldBytes = 0;
    try {
      const entries = await this.#readEntries(text.slice(0, first));
      for (const [index, { id, at }] of entries.entries()) {
        const next = entries[index + 1]?.at ?? text.length;
        const parser = new Parser(text.slice(first + at, first + next), means);
        try {
          values.set(id, await parser.value());
        } finally {
          heldBytes += parser.heldBytes;
        }
      }
      return { values, heldBytes };
    } catch (error) {
      meter.release(heldBytes);
      throw error;
    }
  }

  /** Each object starts after the one before: many that share a place would be read many times. */
  async #readEntries(head: string): Promise<Entry[]> {
    const { meter, limits } = this.#file;
    const parser = new Parser(head, { meter, limits, isWhole: true });
    const entries: Entry[] = [];
    for (let id = parser.integer(); id !== null; id = parser.integer()) {
      if (meter.isDue) await meter.pause();
      const at = parser.integer();
      if (at === null) break;
      if (at <= (entries.at(-1)?.at ?? -1)) throw new UnreadablePdf('the objects of a stream overlap');
      entries.push({ id, at });
    }
    return entries;
  }
}
