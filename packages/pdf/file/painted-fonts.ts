import type { Meter } from '@platen/meter';
import { findReference } from './dictionary.ts';
import type { Expander } from './expander.ts';
import { latin1 } from './latin1.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readResources } from './resources.ts';
import { readTexts } from './to-unicode.ts';

/** The names of fonts are more work than their characters. */
const WORK_PER_NAME_CHARACTER = 5;

/** A font as Skia writes it. */
export interface PaintedFont {
  readonly digitsPerCode: number;
  readonly texts: ReadonlyMap<number, string>;
}

export const NO_FONT: PaintedFont = { digitsPerCode: 4, texts: new Map() };

const COMPOSITE = /\/Subtype \/Type0\b/;

/** Reads each font of a PDF by Chromium once. */
export class PaintedFonts {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #expander: Expander;
  /** The ids of fonts by name, for each dictionary of a page or a form. */
  readonly #ids = new Map<string, Promise<ReadonlyMap<string, number>>>();
  readonly #fonts = new Map<number, Promise<PaintedFont>>();

  constructor(reader: PdfReader, meter: Meter, expander: Expander) {
    this.#reader = reader;
    this.#meter = meter;
    this.#expander = expander;
  }

  /** Returns the ids of the fonts of a page or a form, by name. */
  idsOf(owner: PdfObject): Promise<ReadonlyMap<string, number>> {
    const known = this.#ids.get(owner.text);
    if (known !== undefined) return known;
    this.#meter.charge(WORK_PER_NAME_CHARACTER * owner.text.length);
    const ids = readResources(this.#reader, owner.text, 'Font');
    this.#ids.set(owner.text, ids);
    return ids;
  }

  /** Returns whether a font has codes of one byte, because it draws its glyphs itself (Type 3). */
  async haveShortCodes(owner: PdfObject): Promise<boolean> {
    for (const id of (await this.idsOf(owner)).values())
      if (!COMPOSITE.test((await this.#reader.object(id)).text)) return true;
    return false;
  }

  font(id: number | undefined): Promise<PaintedFont> {
    if (id === undefined) return Promise.resolve(NO_FONT);
    const font = this.#fonts.get(id) ?? this.#readFont(id);
    this.#fonts.set(id, font);
    return font;
  }

  async #readFont(id: number): Promise<PaintedFont> {
    const { text } = await this.#reader.object(id);
    const mapId = findReference(text, 'ToUnicode');
    const digitsPerCode = COMPOSITE.test(text) ? 4 : 2;
    return { digitsPerCode, texts: mapId === null ? NO_FONT.texts : await this.#readMap(mapId) };
  }

  async #readMap(id: number): Promise<ReadonlyMap<number, string>> {
    const read = (data: Uint8Array) => readTexts(latin1.decode(data), this.#meter);
    return (await this.#expander.expand(await this.#reader.object(id), read)) ?? NO_FONT.texts;
  }
}

/** Returns the codes of a string of hexadecimal digits. */
export const readCodes = (digits: string, { digitsPerCode }: PaintedFont): number[] =>
  Array.from({ length: digits.length / digitsPerCode }, (_, index) =>
    Number.parseInt(digits.slice(index * digitsPerCode, (index + 1) * digitsPerCode), 16),
  );

/** Returns the text of `/ActualText`, which Skia writes in UTF-16. */
export const readActualText = (digits: string): string =>
  (digits.replace(/^feff/i, '').match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
