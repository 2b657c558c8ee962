import { inflateSync } from 'node:zlib';
import type { Meter } from '@platen/meter';
import { readAscii85, readAsciiHex } from './ascii-filters.ts';
import type { PdfObject, PdfReader } from './reader.ts';

/** The limit for one stream, which is in memory. */
const MAX_EXPANDED_BYTES = 32_000_000;

/** The bytes, and first the pieces that they were expanded in, then their text. */
const COPIES = 2;

/** The limit for all streams together, because a stream can expand to a thousand times its size. */
const MAX_ALL_EXPANDED_BYTES = 500_000_000;

/** Reads the streams of one document. */
export class Expander {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  #expandedBytes = 0;

  constructor(reader: PdfReader, meter: Meter) {
    this.#reader = reader;
    this.#meter = meter;
  }

  /**
   * Returns null if the stream has a filter for pictures, is damaged, or is longer than a check may read.
   *
   * @param read the stream is in memory until this ends
   */
  async expand<Result>(
    object: PdfObject,
    read: (data: Uint8Array) => Result | Promise<Result>,
  ): Promise<Result | null> {
    if (object.stream === null || object.stream.length > MAX_EXPANDED_BYTES) return null;
    if (this.#expandedBytes > MAX_ALL_EXPANDED_BYTES) return null;
    await this.#meter.pause();
    const data = expandData(object.text, await this.#reader.readStream(object));
    this.#expandedBytes += data?.byteLength ?? 0;
    // Data that is damaged, or too long, may have been expanded up to the limit.
    this.#meter.charge(object.stream.length + (data?.byteLength ?? MAX_EXPANDED_BYTES));
    if (data === null) return null;
    const heldBytes = COPIES * data.byteLength;
    this.#meter.hold(heldBytes);
    const result = await read(data);
    this.#meter.release(heldBytes);
    return result;
  }
}

function expandData(dictionary: string, data: Uint8Array): Uint8Array | null {
  const [, filter] = /\/Filter (\[[^[\]]*\]|\/\w+)/.exec(dictionary) ?? [];
  if (filter === undefined) return data;
  if (dictionary.includes('/Predictor')) return null;
  const names = filter.match(/\w+/g) ?? [];
  if (names.length > MAX_FILTERS) return null;
  let expanded: Uint8Array | null = data;
  for (const name of names) expanded = expanded && (FILTERS.get(name)?.(expanded) ?? null);
  return expanded !== null && expanded.byteLength <= MAX_EXPANDED_BYTES ? expanded : null;
}

/** Programs write packed bytes as letters. More filters are work for nothing. */
const MAX_FILTERS = 2;

/** How streams are expanded. Each returns null for data that is damaged or too long. */
const FILTERS: ReadonlyMap<string, (data: Uint8Array) => Uint8Array | null> = new Map([
  ['FlateDecode', inflate],
  ['ASCII85Decode', readAscii85],
  ['ASCIIHexDecode', readAsciiHex],
]);

function inflate(data: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: MAX_EXPANDED_BYTES });
  } catch {
    return null;
  }
}
