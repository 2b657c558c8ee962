import type { Meter } from '@platen/meter';
import { Expander } from './expander.ts';
import { type Matrix, toNumbers } from './matrix.ts';
import { NO_FONT, PaintedFonts, readActualText, readCodes } from './painted-fonts.ts';
import type { PdfObject, PdfReader } from './reader.ts';

/** Matches what chooses a font, what replaces the texts of glyphs and where this ends, and the codes of glyphs. */
const PART = /\/ActualText <([\dA-Fa-f]*)>|\bEMC\b|\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g;

/** The place of the first glyph of a text. */
const FIRST_PLACE = /^(\S+ \S+ \S+ \S+ \S+ \S+) Tm$/m;

const FIRST_SIZE = /\/F\d+ ([\d.]+) Tf/;

/** Returns the place of the first glyph of a text object, in the coordinates around it. */
export const readPlace = (block: string): Matrix => toNumbers(FIRST_PLACE.exec(block)?.[1] ?? '');

/** Returns the size of the first font of a text object. */
export const readFontSize = (block: string): number => Number(FIRST_SIZE.exec(block)?.[1] ?? 0);

/** Reads the texts that Skia paints. */
export class PaintedTexts {
  readonly #meter: Meter;
  readonly #fonts: PaintedFonts;

  constructor(reader: PdfReader, meter: Meter) {
    this.#meter = meter;
    this.#fonts = new PaintedFonts(reader, meter, new Expander(reader, meter));
  }

  /**
   * Reads the text of one text object, in the order of its characters. A glyph without a text is left out.
   * @param block from `BT` to `ET`
   * @param owner the page or the form, which has the fonts
   */
  async read(block: string, owner: PdfObject): Promise<string> {
    this.#meter.charge(block.length);
    const ids = await this.#fonts.idsOf(owner);
    const pieces: string[] = [];
    let font = NO_FONT;
    let isReplaced = false;
    for (const [part, actual, name, codes] of block.matchAll(PART)) {
      if (part === 'EMC') isReplaced = false;
      else if (name !== undefined) font = await this.#fonts.font(ids.get(name));
      else if (actual !== undefined) {
        pieces.push(readActualText(actual));
        isReplaced = true;
      } else if (codes !== undefined && !isReplaced)
        for (const code of readCodes(codes, font)) pieces.push(font.texts.get(code) ?? '');
    }
    return (block.includes('/ReversedChars') ? pieces.toReversed() : pieces).join('');
  }
}
