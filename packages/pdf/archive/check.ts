import type { PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { Expander } from './expander.ts';
import type { Problems } from './problems.ts';

/** The state of one check of a document. */
export class Check {
  readonly reader: PdfReader;
  readonly level: PdfaLevel;
  readonly problems: Problems;
  /** The id of the catalog. `checkCatalog` checks its entries. */
  catalogId = 0;
  /** Dictionaries whose keys are names that the document chooses. */
  readonly freeIds = new Set<number>();
  /** Maps (`/ToUnicode`) that give a glyph no text, although the marked content around the glyph has one (`/ActualText`). */
  readonly mapsToMend = new Set<number>();
  /** Colour profiles that were checked. Many images may share one. */
  readonly seenProfiles = new Set<number>();
  readonly #expander: Expander;

  constructor(reader: PdfReader, level: PdfaLevel, problems: Problems) {
    this.reader = reader;
    this.level = level;
    this.problems = problems;
    this.#expander = new Expander(reader);
  }

  /** Whether each glyph needs a text. */
  get hasTexts(): boolean {
    return !this.level.endsWith('b');
  }

  get isTagged(): boolean {
    return this.level.endsWith('a');
  }

  /** Returns null if the stream has another filter than Flate, is damaged, or is longer than a check may read. */
  expand(object: PdfObject): Promise<Uint8Array | null> {
    return this.#expander.expand(object);
  }
}
