import type { Meter } from '@platen/meter';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfaLevel } from '../options/finish-options.ts';
import { Expander } from '../file/expander.ts';
import { MAX_NAME_BYTES } from './limits.ts';
import type { Problems } from './problems.ts';

export interface CheckMeans {
  readonly level: PdfaLevel;
  readonly problems: Problems;
  readonly meter: Meter;
}

/** Of a key that is noted. */
const UNKNOWN_BYTES = 256;
const ID_BYTES = 32;

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
  /** For dictionaries that may have free names, the first key that is not known. */
  readonly unknownKeys = new Map<number, string>();
  /** Maps (`/ToUnicode`) that give a glyph no text, although the marked content around the glyph has one (`/ActualText`). */
  readonly mapsToMend = new Set<number>();
  /** Fonts (their descriptors) with a list of their glyphs, which is to be left out. */
  readonly glyphLists = new Set<number>();
  /** For PDF/A-1: by descriptor, the font whose glyphs are to be listed in it. */
  readonly fontsToList = new Map<number, number>();
  /** For PDF/A-1: pages that say that they are groups, which is to be left out. */
  readonly pagesToMend = new Set<number>();
  /** For PDF/A-1: profiles of sRGB, which are to be of version 2. */
  readonly profilesToMend = new Set<number>();
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

  noteGlyphList(id: number): void {
    if (!this.glyphLists.has(id)) this.meter.hold(ID_BYTES);
    this.glyphLists.add(id);
  }

  noteFontToList(descriptorId: number, fontId: number): void {
    if (!this.fontsToList.has(descriptorId)) this.meter.hold(ID_BYTES);
    this.fontsToList.set(descriptorId, fontId);
  }

  notePage(id: number): void {
    if (!this.pagesToMend.has(id)) this.meter.hold(ID_BYTES);
    this.pagesToMend.add(id);
  }

  /** Something in the file must be mended. */
  get isToMend(): boolean {
    return this.isFirstPart || this.mapsToMend.size + this.glyphLists.size > 0;
  }

  noteUnknown(id: number, key: string): void {
    if (this.unknownKeys.has(id)) return;
    this.meter.hold(UNKNOWN_BYTES);
    this.unknownKeys.set(id, key.slice(0, MAX_NAME_BYTES));
  }

  /** ISO 19005-1 allows less than the other parts: it is for PDF 1.4, and has no transparency. */
  get isFirstPart(): boolean {
    return this.level.startsWith('1');
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
