/** Two of the fonts that every reader has (ISO 32000-1, 9.6.2.2), in WinAnsiEncoding. */
export type StandardFont = 'Helv' | 'Cour';

/** Units of a thousandth of the size, by code from 32 (Adobe's metrics of Helvetica). */
const HELVETICA =
  `278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278
469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584
350 556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611 350 350 222 222 333 333 350 556 1000 333 1000 500 333 944 350 500
667 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611
667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556
556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500`
    .split(/\s+/)
    .map(Number);

const COURIER = 600;

/** The characters of the codes from 128 to 159. A space stands for a code without one. */
const FROM_128 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const CODES = new Map<string, number>([
  ...Array.from({ length: 95 }, (_, index): [string, number] => [
    String.fromCharCode(32 + index),
    32 + index,
  ]),
  ...Array.from({ length: 96 }, (_, index): [string, number] => [
    String.fromCharCode(160 + index),
    160 + index,
  ]),
  ...Array.from(FROM_128, (character, index): [string, number] => [character, 128 + index]).filter(
    ([character]) => character !== ' ',
  ),
]);

/** The code that replaces a character that the font does not have: a question mark. */
const REPLACEMENT = 63;

export interface EncodedText {
  readonly codes: readonly number[];
  /** The font has each character. */
  readonly isWhole: boolean;
}

export function encodeText(text: string): EncodedText {
  let isWhole = true;
  const codes = Array.from(text.normalize('NFC'), (character) => {
    const code = CODES.get(character === '\t' ? ' ' : character);
    if (code === undefined) isWhole = false;
    return code ?? REPLACEMENT;
  });
  return { codes, isWhole };
}

/** Thousandths of the size. */
const widthOfCode = (font: StandardFont, code: number): number =>
  font === 'Cour' ? COURIER : (HELVETICA[code - 32] ?? 0);

export const widthOfCodes = (font: StandardFont, codes: readonly number[]): number =>
  codes.reduce((width, code) => width + widthOfCode(font, code), 0);

/** The lines of a text in a box. A word that is wider than the box is cut into lines too. */
export function wrapLine(font: StandardFont, codes: readonly number[], maxWidth: number): number[][] {
  const lines: number[][] = [];
  let line: number[] = [];
  let width = 0;
  let breakAt = -1;
  for (const code of codes) {
    const advance = widthOfCode(font, code);
    if (width + advance > maxWidth && line.length > 0 && code !== 32) {
      const rest = breakAt < 0 ? [] : line.splice(breakAt);
      lines.push(line);
      line = rest;
      width = widthOfCodes(font, rest);
      breakAt = -1;
    }
    line.push(code);
    width += advance;
    if (code === 32) breakAt = line.length;
  }
  lines.push(line);
  return lines;
}

/** The dictionary of the font. */
export const describeFont = (baseFont: 'Helvetica' | 'Courier'): string =>
  `<</Type /Font /Subtype /Type1 /BaseFont /${baseFont} /Encoding /WinAnsiEncoding>>`;
