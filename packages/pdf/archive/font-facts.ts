import { findReference, readReferences } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import { readEntries } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { readGlyphWidths, readWrittenWidths } from './font-program.ts';

/** What a check needs to know about a font of Chromium or of this package. */
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
  /** Codes in hexadecimal digits that were checked and break no rule. */
  readonly sound: Set<string>;
}

export async function readFontFacts(check: Check, id: number): Promise<FontFacts> {
  const { reader } = check;
  const { text } = await reader.object(id);
  const name = await findName(check, id, text);
  const isComposite = text.includes('/Subtype /Type0');
  const hasWidth = isComposite ? await readWidths(check, text) : () => true;
  const facts = { name, isComposite, hasWidth, sound: new Set<string>() };
  if (!check.hasTexts) return { ...facts, mapId: null, texts: null };
  const mapId = findReference(text, 'ToUnicode');
  const map = mapId === null ? null : await check.expand(await reader.object(mapId));
  const texts = map === null ? new Map<number, string>() : readTexts(latin1.decode(map));
  return { ...facts, mapId, texts };
}

/** How much the width in the PDF may differ from the width in the font, in thousandths of an em (ISO 19005-2, 6.2.11.5). */
const TOLERANCE = 1;

const DEFAULT_WIDTH = 1000;

/** Returns a function that compares the widths in the PDF and in the font. @param font the dictionary of a composite font */
async function readWidths(check: Check, font: string): Promise<FontFacts['hasWidth']> {
  const descendant = await readEntry(check, font, 'DescendantFonts');
  const [descendantId = 0] = readReferences(descendant);
  if (!check.reader.has(descendantId)) return () => false;
  const { text } = await check.reader.object(descendantId);
  const descriptor = await readEntry(check, text, 'FontDescriptor');
  const [, fileId] = /\/FontFile[23] (\d+) 0 R/.exec(descriptor) ?? [];
  const file = fileId === undefined ? null : await check.expand(await check.reader.object(Number(fileId)));
  const widths = file === null ? null : readGlyphWidths(file);
  if (widths === null) return () => false;
  const written = readWrittenWidths(await readEntry(check, text, 'W'));
  const fallback = Number(/\/DW (\d+)/.exec(text)?.[1] ?? DEFAULT_WIDTH);
  return (code) => Math.abs((widths(code) ?? Number.NaN) - (written.get(code) ?? fallback)) <= TOLERANCE;
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

const CHARACTER = /<([\dA-Fa-f\s]+)>\s*<([\dA-Fa-f\s]*)>/g;
const RANGE = /<([\dA-Fa-f\s]+)>\s*<([\dA-Fa-f\s]+)>\s*(?:<([\dA-Fa-f\s]+)>|\[([^[\]]*)\])/g;

/** The most codes that a font can have. The rest of a longer map is not read. */
const MAX_CODES = 65_536;

function readCharacters(body: string, texts: Map<number, string>): void {
  for (const [, code, text = ''] of body.matchAll(CHARACTER))
    if (hex(code) < MAX_CODES) texts.set(hex(code), toText(text));
}

/** Returns the number of codes that were read so far. @param read this number before these ranges */
function readRanges(body: string, texts: Map<number, string>, read: number): number {
  let count = read;
  for (const [, first, last, start, list] of body.matchAll(RANGE)) {
    const items = list?.match(/<[^<>]*>/g)?.map((item) => toText(item.slice(1, -1)));
    const base = toText(start ?? '');
    for (let code = hex(first); code <= hex(last) && count < MAX_CODES; code += 1) {
      count += 1;
      texts.set(code, items?.[code - hex(first)] ?? shifted(base, code - hex(first)));
    }
  }
  return count;
}

/** Reads a map from codes to texts (ISO 32000-1, 9.10.3). */
export function readTexts(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  let read = 0;
  // A pattern for whole sections would search the rest of the map for the end of each.
  for (const section of map.split('beginbf').slice(1)) {
    const [body = ''] = section.split('endbf', 1);
    if (body.startsWith('char')) readCharacters(body, texts);
    else read = readRanges(body, texts, read);
  }
  return texts;
}

const hex = (digits = ''): number => Number.parseInt(digits.replaceAll(/\s/g, ''), 16);

const toText = (digits: string): string =>
  (digits.replaceAll(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(hex(unit))).join('');

/** Adds a number to the last unit of the text. */
const shifted = (text: string, by: number): string =>
  text === '' ? '' : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);
