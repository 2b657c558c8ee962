import type { Meter } from '@platen/meter';
import { WORK_PER_CODE } from '../file/to-unicode.ts';

/** A number is made of a few characters. */
const WORK_PER_CHARACTER = 5;

/** Sizes and offsets in an sfnt file (ISO/IEC 14496-22): of the header, of a table record, and in the tables with the widths. */
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;
const UNITS_PER_EM = 18;
const METRICS_COUNT = 34;
const GLYPH_COUNT = 4;

/** Returns the width of a glyph in thousandths of an em, or null if the font does not have the glyph. */
export type GlyphWidths = (glyph: number) => number | null;

/** Reads the widths of a TrueType or OpenType font, or returns null if it cannot read the font. */
export function readGlyphWidths(font: Uint8Array): GlyphWidths | null {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  try {
    const tables = readTables(view);
    const [head, hhea, maxp, hmtx] = ['head', 'hhea', 'maxp', 'hmtx'].map((name) => tables.get(name));
    if (head === undefined || hhea === undefined || maxp === undefined || hmtx === undefined) return null;
    const unitsPerEm = view.getUint16(head + UNITS_PER_EM);
    const metrics = view.getUint16(hhea + METRICS_COUNT);
    const glyphs = view.getUint16(maxp + GLYPH_COUNT);
    // The table must contain all widths.
    if (unitsPerEm === 0 || metrics === 0 || hmtx + 4 * metrics > font.byteLength) return null;
    // A font can be a hundred times as large as its widths, and the widths of many fonts are kept.
    const widths = Uint16Array.from({ length: metrics }, (_, glyph) => view.getUint16(hmtx + 4 * glyph));
    return (glyph) =>
      glyph >= glyphs ? null : ((widths[Math.min(glyph, metrics - 1)] ?? 0) * 1000) / unitsPerEm;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the offset of each table, by name. */
function readTables(view: DataView): ReadonlyMap<string, number> {
  const tables = new Map<string, number>();
  const count = view.getUint16(4);
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_BYTES + RECORD_BYTES * index;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    tables.set(name, view.getUint32(at + 8));
  }
  return tables;
}

/** Returns the glyph of a code of one byte. */
export type GlyphMap = (code: number) => number;

/** The codes of a symbolic font may begin here. */
const SYMBOLS = 0xf000;

/**
 * Reads the map of a TrueType font whose codes stand for no characters (`cmap`; ISO 32000-1, 9.6.6.4). Returns null if PDF/A does not allow it, or
 * if it cannot be read.
 */
export function readSymbolMap(font: Uint8Array): GlyphMap | null {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  try {
    const start = readTables(view).get('cmap');
    if (start === undefined) return null;
    const records = Array.from({ length: view.getUint16(start + 2) }, (_, index) => {
      const at = start + 4 + 8 * index;
      return { kind: `${view.getUint16(at)},${view.getUint16(at + 2)}`, at: start + view.getUint32(at + 4) };
    });
    const chosen =
      records.find(({ kind }) => kind === '3,0') ?? (records.length === 1 ? records[0] : undefined);
    if (chosen === undefined || !['3,0', '1,0'].includes(chosen.kind)) return null;
    const codes = Array.from({ length: 256 }, (_, code) => code);
    const find = (code: number) => findGlyph(view, chosen.at, code);
    const glyphs = codes.map((code) => find(code) || (chosen.kind === '3,0' ? find(SYMBOLS + code) : 0));
    return (code) => glyphs[code] ?? 0;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns 0 for a code that is not in the map. @throws {RangeError} the map is of another format */
function findGlyph(view: DataView, at: number, code: number): number {
  const format = view.getUint16(at);
  if (format === 0) return code < 256 ? view.getUint8(at + 6 + code) : 0;
  if (format === 6) {
    const index = code - view.getUint16(at + 6);
    return index >= 0 && index < view.getUint16(at + 8) ? view.getUint16(at + 10 + 2 * index) : 0;
  }
  if (format !== 4) throw new RangeError('unknown format');
  const bytes = view.getUint16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + bytes];
  for (let segment = 0; segment < bytes; segment += 2) {
    if (view.getUint16(ends + segment) < code) continue;
    const first = view.getUint16(starts + segment);
    if (first > code) return 0;
    const delta = view.getUint16(starts + bytes + segment);
    const offsetAt = starts + 2 * bytes + segment;
    const offset = view.getUint16(offsetAt);
    if (offset === 0) return (code + delta) & 0xff_ff;
    const glyph = view.getUint16(offsetAt + offset + 2 * (code - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xff_ff;
  }
  return 0;
}

const TOKEN = /[[\]]|[-+.\d]+/g;

/** Reads the widths of glyphs in a PDF (`/W`; ISO 32000-1, 9.7.4.3), such as `[0 [600 0] 5 9 500]`. */
export function readWrittenWidths(written: string, meter: Meter): ReadonlyMap<number, number> {
  meter.charge(written.length * WORK_PER_CHARACTER);
  const widths = new Map<number, number>();
  let numbers: number[] = [];
  let first: number | null = null;
  for (const [token] of written.slice(1, -1).matchAll(TOKEN)) {
    if (token === '[') {
      first = numbers.pop() ?? 0;
      numbers = [];
    } else if (token === ']') {
      for (const [index, width] of numbers.entries()) widths.set((first ?? 0) + index, width);
      first = null;
      numbers = [];
    } else {
      numbers.push(Number(token));
      const [from = 0, to = 0, width = 0] = numbers;
      if (first !== null || numbers.length < 3) continue;
      meter.charge(Math.max(0, Math.min(to, MAX_CODES) - from) * WORK_PER_CODE);
      for (let code = from; code <= to && code < MAX_CODES; code += 1) widths.set(code, width);
      numbers = [];
    }
  }
  return widths;
}

const MAX_CODES = 65_536;
