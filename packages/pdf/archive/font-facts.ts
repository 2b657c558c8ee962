import { findReference } from '../file/dictionary.ts';
import { latin1 } from '../file/latin1.ts';
import type { Check } from './check.ts';

/** What a font of Chromium or of this package says about its codes. */
export interface FontFacts {
  readonly name: string;
  /** Its codes are glyphs of two bytes. Otherwise they are of one byte, and the font draws its glyphs itself. */
  readonly isComposite: boolean;
  /** By code, the text. Null if it was not asked for. */
  readonly texts: ReadonlyMap<number, string> | null;
}

export async function readFontFacts(check: Check, id: number): Promise<FontFacts> {
  const { reader } = check;
  const { text } = await reader.object(id);
  const name = /\/BaseFont \/(\S+?)(?=[\s/<>[\]()]|$)/.exec(text)?.[1] ?? `of object ${id}`;
  const isComposite = text.includes('/Subtype /Type0');
  if (!check.hasTexts) return { name, isComposite, texts: null };
  const mapId = findReference(text, 'ToUnicode');
  const map = mapId === null ? null : await check.expand(await reader.object(mapId));
  return { name, isComposite, texts: map === null ? new Map() : readTexts(latin1.decode(map)) };
}

const SECTION = /beginbf(char|range)([\s\S]*?)endbf/g;
const CHARACTER = /<([\dA-Fa-f\s]+)>\s*<([\dA-Fa-f\s]*)>/g;
const RANGE = /<([\dA-Fa-f\s]+)>\s*<([\dA-Fa-f\s]+)>\s*(?:<([\dA-Fa-f\s]+)>|\[([^\]]*)\])/g;

/** A font has at most so many codes. A map that lists more is read no further. */
const MAX_CODES = 65_536;

/** Reads a map from codes to texts (ISO 32000-1, 9.10.3). */
function readTexts(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  let read = 0;
  for (const [, kind, body = ''] of map.matchAll(SECTION)) {
    if (kind === 'char')
      for (const [, code, text = ''] of body.matchAll(CHARACTER)) texts.set(hex(code), toText(text));
    else
      for (const [, first, last, start, list] of body.matchAll(RANGE)) {
        const items = list?.match(/<[^>]*>/g)?.map((item) => toText(item.slice(1, -1)));
        const base = toText(start ?? '');
        for (let code = hex(first); code <= hex(last) && read < MAX_CODES; code += 1) {
          read += 1;
          texts.set(code, items?.[code - hex(first)] ?? shifted(base, code - hex(first)));
        }
      }
  }
  return texts;
}

const hex = (digits = ''): number => Number.parseInt(digits.replaceAll(/\s/g, ''), 16);

const toText = (digits: string): string =>
  (digits.replaceAll(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(hex(unit))).join('');

/** The last unit of the text counts up. */
const shifted = (text: string, by: number): string =>
  text === '' ? '' : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);
