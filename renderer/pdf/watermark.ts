import type { IncrementalUpdate } from './incremental-update.ts';

/**
 * Letters of one stroke width on a grid 6 wide and 10 high: a font of our own, so that the mark is text that
 * is embedded, and looks the same whatever fonts a browser has. Each is one path: where strokes of a single
 * path meet, the colour is not laid on twice.
 */
const STROKES: Readonly<Record<string, string>> = {
  A: '0 0 m 3 10 l 6 0 l 1 3.5 m 5 3.5 l',
  B: '0 0 m 0 10 l 3 10 l 6.5 10 6.5 5.3 3 5.3 c 0 5.3 l 3 5.3 m 7 5.3 7 0 3 0 c 0 0 l',
  C: '6 8.5 m 4.5 10.8 0 11 0 5 c 0 -1 4.5 -0.8 6 1.5 c',
  D: '0 0 m 0 10 l 2.5 10 l 7.2 10 7.2 0 2.5 0 c h',
  E: '6 0 m 0 0 l 0 10 l 6 10 l 0 5.2 m 4.8 5.2 l',
  F: '0 0 m 0 10 l 6 10 l 0 5.2 m 4.8 5.2 l',
  G: '6 8.5 m 4.5 10.8 0 11 0 5 c 0 -1.5 6 -1 6 2 c 6 4.6 l 3.6 4.6 l',
  H: '0 0 m 0 10 l 6 0 m 6 10 l 0 5.2 m 6 5.2 l',
  I: '3 0 m 3 10 l',
  J: '6 10 m 6 3 l 6 -1 0 -1 0 3 c',
  K: '0 0 m 0 10 l 6 10 m 0 4.4 l 2 6.2 m 6 0 l',
  L: '0 10 m 0 0 l 6 0 l',
  M: '0 0 m 0 10 l 3 4 l 6 10 l 6 0 l',
  N: '0 0 m 0 10 l 6 0 l 6 10 l',
  O: '3 10 m -1 10 -1 0 3 0 c 7 0 7 10 3 10 c h',
  P: '0 0 m 0 10 l 3 10 l 7 10 7 4.6 3 4.6 c 0 4.6 l',
  Q: '3 10 m -1 10 -1 0 3 0 c 7 0 7 10 3 10 c h 3.8 2.4 m 6 -0.4 l',
  R: '0 0 m 0 10 l 3 10 l 7 10 7 4.8 3 4.8 c 0 4.8 l 3 4.8 m 6 0 l',
  S: '5.7 8.6 m 4.2 10.8 0.3 10.4 0.3 7.6 c 0.3 4.2 6 6 6 2.6 c 6 -0.6 1.5 -0.8 0 1.6 c',
  T: '0 10 m 6 10 l 3 10 m 3 0 l',
  U: '0 10 m 0 3 l 0 -1 6 -1 6 3 c 6 10 l',
  V: '0 10 m 3 0 l 6 10 l',
  W: '0 10 m 1.5 0 l 3 6 l 4.5 0 l 6 10 l',
  X: '0 0 m 6 10 l 0 10 m 6 0 l',
  Y: '0 10 m 3 5 l 6 10 l 3 5 m 3 0 l',
  Z: '0 10 m 6 10 l 0 0 l 6 0 l',
};

/** Grid units from one letter's start to the next one's. */
const ADVANCE = 8.4;
const CAP_HEIGHT = 10;
const STROKE_WIDTH = 1;

/** The mark's share of the page's diagonal. */
const DIAGONAL_SHARE = 0.62;
const OPACITY = 0.16;

/** Characters without strokes are left blank; they are still text. */
const lettersOf = (text: string): string[] => Array.from(text.toUpperCase()).slice(0, 24);

/** Writes the font (Type 3, ISO 32000-1, 9.6.5) and the graphics state of the mark. */
export function writeMarkFont(update: IncrementalUpdate, text: string): { font: number; state: number } {
  const letters = [...new Set(lettersOf(text))];
  const names = letters.map((_, index) => `/g${index}`);
  const glyphs = letters.map((letter) =>
    update.writeStream('', `${ADVANCE} 0 d0 ${STROKE_WIDTH} w 1 J 1 j ${STROKES[letter] ?? ''} S`),
  );
  const unicode = letters.map((letter, code) => `<${hex(code, 2)}> <${utf16(letter)}>`);
  const toUnicode = update.writeStream(
    '',
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CMapName /Platen def /CMapType 2 def',
      '1 begincodespacerange <00> <FF> endcodespacerange',
      `${letters.length} beginbfchar ${unicode.join(' ')} endbfchar`,
      'endcmap end end',
    ].join('\n'),
  );
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
  const state = update.reserve();
  update.write(state, `<</Type /ExtGState /ca ${OPACITY} /CA ${OPACITY} /BM /Normal>>`);
  return { font, state };
}

/**
 * Writes the mark for pages of one size as a transparency group: viewers differ in what opacity does to the
 * strokes of a Type 3 font, and agree on what it does to a group.
 */
export function writeMark(
  update: IncrementalUpdate,
  text: string,
  font: number,
  page: { readonly width: number; readonly height: number },
): number {
  return update.writeStream(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${page.width} ${page.height}]` +
      ` /Group <</S /Transparency>> /Resources <</Font <</PlatenMark ${font} 0 R>>>>`,
    markOperators(text, page),
  );
}

/** Draws the mark along the diagonal that rises, in the middle of the page. Points. */
function markOperators(text: string, page: { readonly width: number; readonly height: number }): string {
  const letters = lettersOf(text);
  const codes = [...new Set(letters)];
  const gridWidth = letters.length * ADVANCE - (ADVANCE - 6);
  const diagonal = Math.hypot(page.width, page.height);
  const scale = Math.min((diagonal * DIAGONAL_SHARE) / gridWidth, (diagonal * 0.25) / CAP_HEIGHT);
  const [cos, sin] = [page.width / diagonal, page.height / diagonal];
  const [halfWidth, halfHeight] = [(gridWidth * scale) / 2, (CAP_HEIGHT * scale) / 2];
  const x = page.width / 2 - halfWidth * cos + halfHeight * sin;
  const y = page.height / 2 - halfWidth * sin - halfHeight * cos;
  const matrix = [cos, sin, -sin, cos, x, y].map((number) => number.toFixed(4)).join(' ');
  const string = letters.map((letter) => hex(codes.indexOf(letter), 2)).join('');
  const size = (scale * 10).toFixed(3);
  // Readers that sort letters by where they stand take slanted ones apart: this says that they are one word.
  const word = `/Span <</ActualText <FEFF${utf16(text)}>>> BDC`;
  return `0.6 0 0 RG 0.6 0 0 rg ${word} BT /PlatenMark ${size} Tf ${matrix} Tm <${string}> Tj ET EMC`;
}

const hex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0');

const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join('');
