import { inflateSync } from 'node:zlib';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import type { Problems } from './problems.ts';

/** The limit for the content of a page, which is in memory. */
const MAX_EXPANDED_BYTES = 32_000_000;

/** The limit for all streams together, because a stream can expand to a thousand times its size. */
const MAX_ALL_EXPANDED_BYTES = 500_000_000;

/** The state of one check of a document. */
export class Check {
  readonly reader: PdfReader;
  readonly level: PdfaLevel;
  readonly problems: Problems;
  /** Objects that give a glyph no text (`/ToUnicode`), although what is around the glyph says how it is read. */
  readonly mapsToMend = new Set<number>();
  /** Colour profiles that were checked. Many images may share one. */
  readonly seenProfiles = new Set<number>();
  #expandedBytes = 0;

  constructor(reader: PdfReader, level: PdfaLevel, problems: Problems) {
    this.reader = reader;
    this.level = level;
    this.problems = problems;
  }

  /** Whether each glyph needs a text. */
  get hasTexts(): boolean {
    return !this.level.endsWith('b');
  }

  get isTagged(): boolean {
    return this.level.endsWith('a');
  }

  /** Returns null if the stream has another filter than Flate, is damaged, or is longer than a check may read. */
  async expand(object: PdfObject): Promise<Uint8Array | null> {
    if (object.stream === null || object.stream.length > MAX_EXPANDED_BYTES) return null;
    if (this.#expandedBytes > MAX_ALL_EXPANDED_BYTES) return null;
    const data = expandData(object.text, await this.reader.readStream(object));
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
