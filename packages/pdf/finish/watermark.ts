import { InvalidPdfOption } from '../options/invalid-option.ts';
import type { Resources } from './page-drawing.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { ADVANCE, CAP_HEIGHT, LETTER_WIDTH, STROKE_STYLE, STROKES } from './strokes.ts';
import { type PageSize, tiles, type Tiling } from './tiles.ts';

const MAX_LETTERS = 24;

const OPACITY = 0.16;
const COLOUR = '0.6 0 0';

/** What the mark looks like on white, for PDF/A-1, which has no transparency. */
const OPAQUE_COLOUR = '0.936 0.84 0.84';

/**
 * Returns the operators that draw the mark. They are in marked content with a tag of its own, so that the editor can leave the mark out of
 * previews (decision 76).
 *
 * @param name of the form and its state in the resources
 * @param placed an operator that moves the mark
 */
export const drawMark = (name: string, placed = ''): string =>
  `/PlatenMark BMC q /${name} gs ${placed}/${name} Do Q EMC`;

/** @throws {InvalidPdfOption} the font has no letter for a character, or the text is empty or too long */
export function requireDrawableMark(text: string): void {
  const letters = toLetters(text);
  const unknown = letters.find((letter) => !STROKES.has(letter));
  if (unknown !== undefined) throw new InvalidPdfOption(`watermark: there is no letter for ${unknown}`);
  if (text.trim() === '') throw new InvalidPdfOption('watermark: is empty');
  if (letters.length > MAX_LETTERS) throw new InvalidPdfOption(`watermark: is over ${MAX_LETTERS} letters`);
}

const toLetters = (text: string): string[] => Array.from(text.toUpperCase());

/** Covers the page with the text. Only the one in the middle is text: text extraction finds it once. */
export class Watermark {
  readonly #rewrite: PdfRewrite;
  readonly #text: string;
  readonly #isOpaque: boolean;
  readonly #font: number;
  readonly #word: number;
  readonly #state: number;
  readonly #forms = new Map<string, number>();

  constructor(rewrite: PdfRewrite, text: string, isOpaque = false) {
    requireDrawableMark(text);
    this.#rewrite = rewrite;
    this.#text = text;
    this.#isOpaque = isOpaque;
    this.#font = writeFont(rewrite, [...new Set(toLetters(text))]);
    this.#word = writeWord(rewrite, text);
    this.#state = rewrite.reserve();
    const opacity = isOpaque ? 1 : OPACITY;
    rewrite.write(this.#state, `<</Type /ExtGState /ca ${opacity} /CA ${opacity} /BM /Normal>>`);
  }

  /** The resources that `/name gs /name Do` needs on a page of this size. */
  toResources(size: PageSize, name: string): Resources {
    const key = `${size.width} ${size.height}`;
    const form = this.#forms.get(key) ?? this.#writeForm(size);
    this.#forms.set(key, form);
    return { XObject: `/${name} ${form} 0 R`, ExtGState: `/${name} ${this.#state} 0 R` };
  }

  /** A group, because viewers apply opacity to the strokes of a Type 3 font differently. */
  #writeForm({ width, height }: PageSize): number {
    const font = `/Font <</PlatenMark ${this.#font} 0 R>>`;
    const word = `/XObject <</PlatenWord ${this.#word} 0 R>>`;
    return this.#rewrite.writeStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}]` +
        `${this.#isOpaque ? '' : ' /Group <</S /Transparency>>'} /Resources <<${font} ${word}>>`,
      toOperators(
        this.#text,
        this.#isOpaque ? OPAQUE_COLOUR : COLOUR,
        tiles({ width, height }, wordWidth(this.#text), CAP_HEIGHT),
      ),
    );
  }
}

const wordWidth = (text: string): number => toLetters(text).length * ADVANCE - (ADVANCE - LETTER_WIDTH);

/** The text as lines, in grid units. */
function writeWord(rewrite: PdfRewrite, text: string): number {
  const letters = toLetters(text).map((letter) => `${STROKES.get(letter)} S 1 0 0 1 ${ADVANCE} 0 cm`);
  return rewrite.writeStream(
    `/Type /XObject /Subtype /Form /BBox [-1 -2 ${wordWidth(text) + 1} 12]`,
    [STROKE_STYLE, ...letters].join('\n'),
  );
}

/** A Type 3 font (ISO 32000-1, 9.6.5). Letter n has the code n. */
function writeFont(rewrite: PdfRewrite, letters: readonly string[]): number {
  const names = letters.map((_, index) => `/g${index}`);
  const glyphs = letters.map((letter) =>
    rewrite.writeStream('', `${ADVANCE} 0 d0 ${STROKE_STYLE} ${STROKES.get(letter)} S`),
  );
  const toUnicode = writeUnicodeMap(rewrite, letters);
  const font = rewrite.reserve();
  rewrite.write(
    font,
    [
      '<</Type /Font /Subtype /Type3 /Name /PlatenMark /FontMatrix [0.1 0 0 0.1 0 0]',
      `/FontBBox [-1 -2 8 12] /FirstChar 0 /LastChar ${letters.length - 1}`,
      `/Widths [${letters.map(() => ADVANCE).join(' ')}] /Resources <<>>`,
      `/CharProcs <<${names.map((name, index) => `${name} ${glyphs[index]} 0 R`).join(' ')}>>`,
      `/Encoding <</Type /Encoding /Differences [0 ${names.join(' ')}]>> /ToUnicode ${toUnicode} 0 R>>`,
    ].join('\n'),
  );
  return font;
}

function writeUnicodeMap(rewrite: PdfRewrite, letters: readonly string[]): number {
  const entries = letters.map((letter, code) => `<${toHex(code, 2)}> <${toUtf16Hex(letter)}>`);
  return rewrite.writeStream(
    '',
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /Platen def /CMapType 2 def',
      '1 begincodespacerange <00> <FF> endcodespacerange',
      `${letters.length} beginbfchar ${entries.join(' ')} endbfchar`,
      'endcmap end end',
    ].join('\n'),
  );
}

function toOperators(text: string, colour: string, { scale, cos, sin, places }: Tiling): string {
  const letters = toLetters(text);
  const codes = [...new Set(letters)];
  const string = letters.map((letter) => toHex(codes.indexOf(letter), 2)).join('');
  const size = (scale * CAP_HEIGHT).toFixed(3);
  const turned = [cos, sin, -sin, cos];
  const scaled = turned.map((value) => value * scale);
  const [middle, ...others] = places.map(({ x, y }) => [x, y] as const);
  // Some readers sort letters by position and split slanted text. ActualText keeps it one word.
  const word = `/Span <</ActualText <FEFF${toUtf16Hex(text)}>>> BDC`;
  const matrix = toNumbers([...turned, ...(middle ?? [0, 0])]);
  return [
    `${colour} RG ${colour} rg`,
    `${word} BT /PlatenMark ${size} Tf ${matrix} Tm <${string}> Tj ET EMC`,
    ...others.map((place) => `q ${toNumbers([...scaled, ...place])} cm /PlatenWord Do Q`),
  ].join('\n');
}

const toNumbers = (numbers: readonly number[]): string =>
  numbers.map((number) => number.toFixed(3)).join(' ');

const toHex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0');

const toUtf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => toHex(text.charCodeAt(index), 4)).join('');
