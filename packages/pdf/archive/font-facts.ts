import { findReference, readReferences } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import { readEntries } from '../file/syntax.ts';
import { readTexts } from '../file/to-unicode.ts';
import type { Check } from './check.ts';
import { readGlyphWidths, readWrittenWidths } from './font-program.ts';

/** The facts about a font that the checks need. The font is one of Chromium or of this package. */
export interface FontFacts {
  readonly name: string;
  /** If true, a code has two bytes and is the number of a glyph. If false, it has one byte, and the font draws its glyphs itself (Type 3). */
  readonly isComposite: boolean;
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
  const { hasWidth, count } = isComposite ? await readWidths(check, text) : ALL_WIDTHS;
  const facts = { name, isComposite, hasWidth, sound: new Set<string>() };
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

interface Widths extends Pick<FontFacts, 'hasWidth'> {
  /** Of the codes that have one. */
  readonly count: number;
}

const ALL_WIDTHS: Widths = { hasWidth: () => true, count: 0 };
const NO_WIDTHS: Widths = { hasWidth: () => false, count: 0 };

/** Compares the widths in the PDF and in the font. @param font the dictionary of a composite font */
async function readWidths(check: Check, font: string): Promise<Widths> {
  const descendant = await readEntry(check, font, 'DescendantFonts');
  const [descendantId = 0] = readReferences(descendant);
  if (!check.reader.has(descendantId)) return NO_WIDTHS;
  const { text } = await check.reader.object(descendantId);
  const descriptor = await readEntry(check, text, 'FontDescriptor');
  const [, fileId] = /\/FontFile[23] (\d+) 0 R/.exec(descriptor) ?? [];
  const file = fileId === undefined ? null : await check.reader.object(Number(fileId));
  const widths = file === null ? null : await check.expand(file, readGlyphWidths);
  if (widths === null) return NO_WIDTHS;
  const written = readWrittenWidths(await readEntry(check, text, 'W'), check.meter);
  const fallback = Number(/\/DW (\d+)/.exec(text)?.[1] ?? DEFAULT_WIDTH);
  const hasWidth = (code: number) =>
    Math.abs((widths(code) ?? Number.NaN) - (written.get(code) ?? fallback)) <= TOLERANCE;
  return { hasWidth, count: written.size };
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
