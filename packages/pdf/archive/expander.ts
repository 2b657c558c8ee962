import { inflateSync } from 'node:zlib';
import type { PdfObject, PdfReader } from '../file/reader.ts';

/** The limit for one stream, which is in memory. */
const MAX_EXPANDED_BYTES = 32_000_000;

/** The limit for all streams together, because a stream can expand to a thousand times its size. */
const MAX_ALL_EXPANDED_BYTES = 500_000_000;

/** Reads the streams of one document. */
export class Expander {
  readonly #reader: PdfReader;
  #expandedBytes = 0;

  constructor(reader: PdfReader) {
    this.#reader = reader;
  }

  /** Returns null if the stream has another filter than Flate, is damaged, or is longer than a check may read. */
  async expand(object: PdfObject): Promise<Uint8Array | null> {
    if (object.stream === null || object.stream.length > MAX_EXPANDED_BYTES) return null;
    if (this.#expandedBytes > MAX_ALL_EXPANDED_BYTES) return null;
    const data = expandData(object.text, await this.#reader.readStream(object));
    this.#expandedBytes += data?.byteLength ?? 0;
    return data;
  }
}

function expandData(dictionary: string, data: Uint8Array): Uint8Array | null {
  const [, filter] = /\/Filter (\[[^\]]*\]|\/\w+)/.exec(dictionary) ?? [];
  if (filter === undefined) return data;
  if (filter.replaceAll(/[[\]\s]/g, '') !== '/FlateDecode' || dictionary.includes('/Predictor')) return null;
  try {
    return inflateSync(data, { maxOutputLength: MAX_EXPANDED_BYTES });
  } catch {
    return null;
  }
}
