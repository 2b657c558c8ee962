import type { Meter } from '@platen/meter';
import { findReference } from './dictionary.ts';
import { Expander } from './expander.ts';
import { latin1 } from './latin1.ts';
import type { PdfObject, PdfReader } from './reader.ts';
import { readResources } from './resources.ts';
import { readTexts } from './to-unicode.ts';

/** Matches what chooses a font, what replaces the texts of glyphs and where this ends, and the codes of glyphs. */
const PART = /\/ActualText <([\dA-Fa-f]*)>|\bEMC\b|\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g;

/** The names of fonts are more work than their characters. */
const WORK_PER_NAME_CHARACTER = 5;

interface Font {
  readonly digitsPerCode: number;
  readonly texts: ReadonlyMap<number, string>;
}

const NO_FONT: Font = { digitsPerCode: 4, texts: new Map() };

/** Reads the texts that Skia paints. */
export class PaintedTexts {
  readonly #reader: PdfReader;
  readonly #meter: Meter;
  readonly #expander: Expander;
  /** The ids of fonts by name, for each dictionary of a page or a form. */
  readonly #ids = new Map<string, Promise<ReadonlyMap<string, number>>>();
  readonly #fonts = new Map<number, Promise<Font>>();

  constructor(reader: PdfReader, meter: Meter) {
    this.#reader = reader;
    this.#meter = meter;
    this.#expander = new Expander(reader, meter);
  }

  /**
   * Reads the text of one text object, in the order of its characters. A glyph without a text is left out.
   * @param block from `BT` to `ET`
   * @param owner the page or the form, which has the fonts
   */
  async read(block: string, owner: PdfObject): Promise<string> {
    this.#meter.charge(block.length);
    const ids = await this.#fontIds(owner);
    const pieces: string[] = [];
    let font = NO_FONT;
    let isReplaced = false;
    for (const [part, actual, name, codes] of block.matchAll(PART)) {
      if (part === 'EMC') isReplaced = false;
      else if (name !== undefined) font = await this.#font(ids.get(name));
      else if (actual !== undefined) {
        pieces.push(toText(actual.replace(/^feff/i, '')));
        isReplaced = true;
      } else if (codes !== undefined && !isReplaced) pieces.push(...readCodes(codes, font));
    }
    return (block.includes('/ReversedChars') ? pieces.toReversed() : pieces).join('');
  }

  #fontIds(owner: PdfObject): Promise<ReadonlyMap<string, number>> {
    const known = this.#ids.get(owner.text);
    if (known !== undefined) return known;
    this.#meter.charge(WORK_PER_NAME_CHARACTER * owner.text.length);
    const ids = readResources(this.#reader, owner.text, 'Font');
    this.#ids.set(owner.text, ids);
    return ids;
  }

  #font(id: number | undefined): Promise<Font> {
    if (id === undefined) return Promise.resolve(NO_FONT);
    const font = this.#fonts.get(id) ?? this.#readFont(id);
    this.#fonts.set(id, font);
    return font;
  }

  async #readFont(id: number): Promise<Font> {
    const { text } = await this.#reader.object(id);
    const mapId = findReference(text, 'ToUnicode');
    const digitsPerCode = text.includes('/Subtype /Type0') ? 4 : 2;
    return { digitsPerCode, texts: mapId === null ? NO_FONT.texts : await this.#readMap(mapId) };
  }

  async #readMap(id: number): Promise<ReadonlyMap<number, string>> {
    const read = (data: Uint8Array) => readTexts(latin1.decode(data), this.#meter);
    return (await this.#expander.expand(await this.#reader.object(id), read)) ?? NO_FONT.texts;
  }
}

const readCodes = (digits: string, { digitsPerCode, texts }: Font): string[] =>
  Array.from(
    { length: digits.length / digitsPerCode },
    (_, index) =>
      texts.get(Number.parseInt(digits.slice(index * digitsPerCode, (index + 1) * digitsPerCode), 16)) ?? '',
  );

const toText = (digits: string): string =>
  (digits.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
