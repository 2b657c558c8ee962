import { findReference, readReferences } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import { readEntries } from '../file/syntax.ts';
import { readTexts } from '../file/to-unicode.ts';
import type { Check } from './check.ts';
import { readCffWidths } from './cff-font.ts';
import { type GlyphWidths, readGlyphWidths, readSymbolMap, readWrittenWidths } from './font-program.ts';

/** The facts about a font that the checks need. The font is one of Chromium or of this package. */
export interface FontFacts {
  readonly name: string;
  /** If true, a code has two bytes and is the number of a glyph. If false, it has one byte, and the font draws its glyphs itself (Type 3). */
  readonly isComposite: boolean;
  /** The kind of a font that cannot be checked, or null. */
  readonly foreignKind: string | null;
  /** Returns whether the code stands for the glyph of characters that the font does not have. */
  readonly isMissing: (code: number) => boolean;
  /** Returns whether the font has the glyph, with the width that the PDF gives it. */
  readonly hasWidth: (code: number) => boolean;
  /** The map from its codes to texts (`/ToUnicode`), or null if it has none or the level needs no texts. */
  readonly mapId: number | null;
  /** The text of each code, or null if the level needs no texts. */
  readonly texts: ReadonlyMap<number, string> | null;
  /** Of the widths and texts, in memory. */
  readonly heldBytes: number;
  /** Codes in hexadecimal digits that were checked and break no rule. */
  readonly sound: Set<string>;
}

export async function readFontFacts(check: Check, id: number): Promise<FontFacts> {
  const { reader } = check;
  const { text } = await reader.object(id);
  const name = await findName(check, id, text);
  const isComposite = text.includes('/Subtype /Type0');
  const kind = /\/Subtype \/(\w+)/.exec(text)?.[1] ?? '';
  const symbols = kind === 'TrueType' ? await readSymbols(check, text) : null;
  const foreignKind = OWN_KINDS.has(kind) || symbols !== null ? null : kind;
  const { hasWidth, isMissing, count } =
    symbols ?? (isComposite ? await readGlyphs(check, text) : ALL_GLYPHS);
  const facts = { name, isComposite, foreignKind, hasWidth, isMissing, sound: new Set<string>() };
  if (!check.hasTexts) return { ...facts, mapId: null, texts: null, heldBytes: count * BYTES_PER_CODE };
  const mapId = findReference(text, 'ToUnicode');
  const read = (data: Uint8Array) => readTexts(latin1.decode(data), check.meter);
  const found = mapId === null ? null : await check.expand(await reader.object(mapId), read);
  const texts = found ?? new Map<number, string>();
  return { ...facts, mapId, texts, heldBytes: (count + texts.size) * BYTES_PER_CODE };
}

/** The width in the PDF may differ so much from the width in the font, in thousandths of an em (ISO 19005-2, 6.2.11.5). */
const TOLERANCE = 1;

const DEFAULT_WIDTH = 1000;

/** An entry of a map, with a number or a short text. */
const BYTES_PER_CODE = 64;

interface Glyphs extends Pick<FontFacts, 'hasWidth' | 'isMissing'> {
  /** Of the codes that have one. */
  readonly count: number;
}

const ALL_GLYPHS: Glyphs = { hasWidth: () => true, isMissing: () => false, count: 0 };
const NO_GLYPHS: Glyphs = { hasWidth: () => false, isMissing: (code) => code === 0, count: 0 };

/** Compares the widths in the PDF and in the font. @param font the dictionary of a composite font */
async function readGlyphs(check: Check, font: string): Promise<Glyphs> {
  const descendant = await readEntry(check, font, 'DescendantFonts');
  const [descendantId = 0] = readReferences(descendant);
  if (!check.reader.has(descendantId)) return NO_GLYPHS;
  const { text } = await check.reader.object(descendantId);
  const program = await readProgram(check, text);
  if (program === null) return NO_GLYPHS;
  const { widths, toGlyph } = program;
  const written = readWrittenWidths(await readEntry(check, text, 'W'), check.meter);
  const fallback = Number(/\/DW (\d+)/.exec(text)?.[1] ?? DEFAULT_WIDTH);
  const hasWidth = (code: number) =>
    Math.abs((widths(toGlyph(code)) ?? Number.NaN) - (written.get(code) ?? fallback)) <= TOLERANCE;
  return { hasWidth, isMissing: (code) => toGlyph(code) === 0, count: written.size };
}

interface Program {
  readonly widths: GlyphWidths;
  readonly toGlyph: (code: number) => number;
}

/** Reads the font of a composite font. Returns null if it cannot be read. @param text the dictionary of its descendant */
async function readProgram(check: Check, text: string): Promise<Program | null> {
  const descriptor = await readEntry(check, text, 'FontDescriptor');
  const [, fileId] = /\/FontFile[23] (\d+) 0 R/.exec(descriptor) ?? [];
  const file = fileId === undefined ? null : await check.reader.object(Number(fileId));
  const isCff = text.includes('/Subtype /CIDFontType0');
  const read = (data: Uint8Array) =>
    isCff && file?.text.includes('/Subtype /CIDFontType0C')
      ? readCffWidths(data, check.meter)
      : readGlyphWidths(data);
  const widths = file === null ? null : await check.expand(file, read);
  const toGlyph = isCff ? sameNumber : await readGlyphMap(check, text);
  return widths === null || toGlyph === null ? null : { widths, toGlyph };
}

/** The most codes of two bytes. */
const CODES = 65_536;

/**
 * Lists the codes of a font that have a glyph in it (`/CIDSet`; ISO 32000-1, table 124), a bit for each. Returns null if the font cannot be read.
 *
 * @param font the dictionary of the descendant of a composite font
 */
export async function listCodes(check: Check, font: string): Promise<Uint8Array | null> {
  const program = await readProgram(check, font);
  if (program === null) return null;
  check.meter.charge(CODES);
  const bits = new Uint8Array(CODES / 8);
  let bytes = 0;
  for (let code = 0; code < CODES; code += 1) {
    const glyph = program.toGlyph(code);
    if (!Number.isFinite(program.widths(glyph) ?? Number.NaN) || (glyph === 0 && code > 0)) continue;
    bits[code >> 3] = (bits[code >> 3] ?? 0) | (0x80 >> (code & 7));
    bytes = (code >> 3) + 1;
  }
  return bits.slice(0, bytes);
}

/** Kinds that this engine writes. */
const OWN_KINDS = new Set(['Type0', 'Type3']);

/** Bits of `/Flags`: the codes of the font stand for no characters, or for those of Latin. */
const SYMBOLIC = 0b100;
const NOT_SYMBOLIC = 0b10_0000;

/** Reads a TrueType font whose codes have one byte and stand for no characters (ISO 19005-2, 6.2.11.6). Returns null for other fonts. */
async function readSymbols(check: Check, font: string): Promise<Glyphs | null> {
  const entries = readEntries(font);
  const descriptor = await readEntry(check, font, 'FontDescriptor');
  const flags = Number(/\/Flags (\d+)/.exec(descriptor)?.[1] ?? 0);
  const [, fileId] = /\/FontFile2 (\d+) 0 R/.exec(descriptor) ?? [];
  if (
    fileId === undefined ||
    entries.has('Encoding') ||
    (flags & SYMBOLIC) === 0 ||
    (flags & NOT_SYMBOLIC) !== 0
  )
    return null;
  const [widths = null, toGlyph = null] =
    (await check.expand(await check.reader.object(Number(fileId)), readSymbolFont)) ?? [];
  if (widths === null || toGlyph === null) return null;
  const first = Number(entries.get('FirstChar') ?? Number.NaN);
  const list = await readEntry(check, font, 'Widths');
  const written = (list.match(/-?[\d.]+/g) ?? []).slice(0, CODES_OF_ONE_BYTE).map(Number);
  return {
    hasWidth: (code) =>
      Math.abs((widths(toGlyph(code)) ?? Number.NaN) - (written[code - first] ?? Number.NaN)) <= TOLERANCE,
    isMissing: (code) => toGlyph(code) === 0,
    count: written.length + CODES_OF_ONE_BYTE,
  };
}

const readSymbolFont = (font: Uint8Array) => [readGlyphWidths(font), readSymbolMap(font)] as const;

const CODES_OF_ONE_BYTE = 256;

const sameNumber = (code: number): number => code;

/** The limit for the glyphs of a font. */
const MAX_MAP_BYTES = 2 * 65_536;

/** Returns the map from codes to glyphs (`/CIDToGIDMap`), or null if it cannot be read. Without a map, a code is the number of its glyph. */
async function readGlyphMap(check: Check, font: string): Promise<((code: number) => number) | null> {
  const mapId = findReference(font, 'CIDToGIDMap');
  if (mapId === null) return sameNumber;
  const map = await check.expand(await check.reader.object(mapId), (data) =>
    data.byteLength > MAX_MAP_BYTES ? null : data.slice(),
  );
  return map && ((code) => (map[2 * code] ?? 0) * 256 + (map[2 * code + 1] ?? 0));
}

/** Returns a value as it is in the file, or the object that it refers to. Returns an empty text if there is none. */
async function readEntry({ reader }: Check, dictionary: string, name: string): Promise<string> {
  const written = readEntries(dictionary).get(name) ?? '';
  const [id] = written.endsWith(' R') ? readReferences(written) : [];
  return id === undefined ? written : (await reader.object(id)).text;
}

/** Returns the name of a font. A Type 3 font has it only in its descriptor. */
async function findName({ reader }: Check, id: number, text: string): Promise<string> {
  const descriptorId = findReference(text, 'FontDescriptor');
  const described = descriptorId === null ? '' : (await reader.object(descriptorId)).text;
  return (
    /\/(?:BaseFont|FontName) \/([^\s/<>[\](){}%]+)/.exec(`${text} ${described}`)?.[1] ?? `of object ${id}`
  );
}
