import type { Meter } from '@platen/meter';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { Expander } from '../file/expander.ts';
import type { Problems } from './problems.ts';

export interface CheckMeans {
  readonly level: PdfaLevel;
  readonly problems: Problems;
  readonly meter: Meter;
}

/** The state of one check of a document. */
export class Check {
  readonly reader: PdfReader;
  readonly level: PdfaLevel;
  readonly problems: Problems;
  readonly meter: Meter;
  /** The id of the catalog. `checkCatalog` checks its entries. */
  catalogId = 0;
  /** Dictionaries whose keys are names that the document chooses. */
  readonly freeIds = new Set<number>();
  /** Maps (`/ToUnicode`) that give a glyph no text, although the marked content around the glyph has one (`/ActualText`). */
  readonly mapsToMend = new Set<number>();
  /** Colour profiles that were checked. Many images may share one. */
  readonly seenProfiles = new Set<number>();
  readonly #expander: Expander;

  constructor(reader: PdfReader, { level, problems, meter }: CheckMeans) {
    this.reader = reader;
    this.level = level;
    this.problems = problems;
    this.meter = meter;
    this.#expander = new Expander(reader, meter);
  }

  /** Each glyph needs a text. */
  get hasTexts(): boolean {
    return !this.level.endsWith('b');
  }

  get isTagged(): boolean {
    return this.level.endsWith('a');
  }

  /** As {@link Expander.expand}. */
  expand<Result>(
    object: PdfObject,
    read: (data: Uint8Array) => Result | Promise<Result>,
  ): Promise<Result | null> {
    return this.#expander.expand(object, read);
  }
}
