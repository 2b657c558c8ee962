import { UnprintableJob } from '../failures.ts';
import type { IncrementalUpdate } from './incremental-update.ts';
import type { Resources } from './page-drawing.ts';

/**
 * Letters of one stroke width on a grid 6 wide and 10 high: those of TEST and PREVIEW. Add more as lines.
 * Each letter is one path, because the colour is darker where two paths overlap.
 */
const STROKES: ReadonlyMap<string, string> = new Map([
  [' ', ''],
  ['E', '6 0 m 0 0 l 0 10 l 6 10 l 0 5.2 m 4.8 5.2 l'],
  ['I', '3 0 m 3 10 l'],
  ['P', '0 0 m 0 10 l 3 10 l 7 10 7 4.6 3 4.6 c 0 4.6 l'],
  ['R', '0 0 m 0 10 l 3 10 l 7 10 7 4.8 3 4.8 c 0 4.8 l 3 4.8 m 6 0 l'],
  ['S', '5.7 8.6 m 4.2 10.8 0.3 10.4 0.3 7.6 c 0.3 4.2 6 6 6 2.6 c 6 -0.6 1.5 -0.8 0 1.6 c'],
  ['T', '0 10 m 6 10 l 3 10 m 3 0 l'],
  ['V', '0 10 m 3 0 l 6 10 l'],
  ['W', '0 10 m 1.5 0 l 3 6 l 4.5 0 l 6 10 l'],
]);

const MAX_LETTERS = 24;

/** Grid units from the start of one letter to the start of the next. */
const ADVANCE = 8.4;
const CAP_HEIGHT = 10;
const STROKE_WIDTH = 1;

const DIAGONAL_SHARE = 0.62;
const OPACITY = 0.16;

interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** @throws {UnprintableJob} the font has no letter for a character, or the text is empty or too long */
export function requireDrawableMark(text: string): void {
  const letters = toLetters(text);
  const unknown = letters.find((letter) => !STROKES.has(letter));
  if (unknown !== undefined) throw new UnprintableJob(`watermark: there is no letter for ${unknown}`);
  if (text.trim() === '') throw new UnprintableJob('watermark: is empty');
  if (letters.length > MAX_LETTERS) throw new UnprintableJob(`watermark: is over ${MAX_LETTERS} letters`);
}

const toLetters = (text: string): string[] => Array.from(text.toUpperCase());

export class Watermark {
  readonly #update: IncrementalUpdate;
  readonly #text: string;
  readonly #font: number;
  readonly #state: number;
  readonly #forms = new Map<string, number>();

  constructor(update: IncrementalUpdate, text: string) {
    requireDrawableMark(text);
    this.#update = update;
    this.#text = text;
    this.#font = writeFont(update, [...new Set(toLetters(text))]);
    this.#state = update.reserve();
    update.write(this.#state, `<</Type /ExtGState /ca ${OPACITY} /CA ${OPACITY} /BM /Normal>>`);
  }

  /** The resources that `/PlatenMark gs /PlatenMark Do` needs on a page of this size. */
  toResources(size: PageSize): Resources {
    const key = `${size.width} ${size.height}`;
    const form = this.#forms.get(key) ?? this.#writeForm(size);
    this.#forms.set(key, form);
    return { XObject: `/PlatenMark ${form} 0 R`, ExtGState: `/PlatenMark ${this.#state} 0 R` };
  }

  /** A group, because viewers apply opacity to the strokes of a Type 3 font differently. */
  #writeForm({ width, height }: PageSize): number {
    return this.#update.writeStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}]` +
        ` /Group <</S /Transparency>> /Resources <</Font <</PlatenMark ${this.#font} 0 R>>>>`,
      toOperators(this.#text, { width, height }),
    );
  }
}

/** A Type 3 font (ISO 32000-1, 9.6.5). Letter n has the code n. */
function writeFont(update: IncrementalUpdate, letters: readonly string[]): number {
  const names = letters.map((_, index) => `/g${index}`);
  const glyphs = letters.map((letter) =>
    update.writeStream('', `${ADVANCE} 0 d0 ${STROKE_WIDTH} w 1 J 1 j ${STROKES.get(letter)} S`),
  );
  const toUnicode = writeUnicodeMap(update, letters);
  const font = update.reserve();
  update.write(
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

function writeUnicodeMap(update: IncrementalUpdate, letters: readonly string[]): number {
  const entries = letters.map((letter, code) => `<${toHex(code, 2)}> <${toUtf16Hex(letter)}>`);
  return update.writeStream(
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

/** In points: along the rising diagonal, in the middle of the page. */
function toOperators(text: string, { width, height }: PageSize): string {
  const letters = toLetters(text);
  const codes = [...new Set(letters)];
  const gridWidth = letters.length * ADVANCE - (ADVANCE - 6);
  const diagonal = Math.hypot(width, height);
  const scale = Math.min((diagonal * DIAGONAL_SHARE) / gridWidth, (diagonal * 0.25) / CAP_HEIGHT);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const [halfWidth, halfHeight] = [(gridWidth * scale) / 2, (CAP_HEIGHT * scale) / 2];
  const x = width / 2 - halfWidth * cos + halfHeight * sin;
  const y = height / 2 - halfWidth * sin - halfHeight * cos;
  const matrix = [cos, sin, -sin, cos, x, y].map((number) => number.toFixed(4)).join(' ');
  const string = letters.map((letter) => toHex(codes.indexOf(letter), 2)).join('');
  const size = (scale * 10).toFixed(3);
  // Some readers sort letters by position and split slanted text. ActualText keeps it one word.
  const word = `/Span <</ActualText <FEFF${toUtf16Hex(text)}>>> BDC`;
  return `0.6 0 0 RG 0.6 0 0 rg ${word} BT /PlatenMark ${size} Tf ${matrix} Tm <${string}> Tj ET EMC`;
}

const toHex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0');

const toUtf16Hex = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => toHex(text.charCodeAt(index), 4)).join('');
