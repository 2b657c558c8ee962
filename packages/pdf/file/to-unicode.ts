import type { Meter } from '@platen/meter';

/** A code with a width or a text is an entry of a map. */
export const WORK_PER_CODE = 20;

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

/** A map of all codes is shorter. The rest of a longer one is not read. */
const MAX_MAP_CHARACTERS = 2_000_000;

/** Three patterns search a map, and its texts are made of numbers. */
const WORK_PER_CHARACTER = 20;

/** Reads a map from codes to texts (ISO 32000-1, 9.10.3). */
export function readTexts(whole: string, meter: Meter): Map<number, string> {
  const map = whole.slice(0, MAX_MAP_CHARACTERS);
  meter.charge(map.length * WORK_PER_CHARACTER);
  const texts = new Map<number, string>();
  let read = 0;
  // A pattern for whole sections would search the rest of the map for the end of each.
  for (const section of map.split('beginbf').slice(1)) {
    const [body = ''] = section.split('endbf', 1);
    if (body.startsWith('char')) readCharacters(body, texts);
    else {
      const before = read;
      read = readRanges(body, texts, read);
      meter.charge((read - before) * WORK_PER_CODE);
    }
  }
  return texts;
}

const hex = (digits = ''): number => Number.parseInt(digits.replaceAll(/\s/g, ''), 16);

const toText = (digits: string): string =>
  (digits.replaceAll(/\s/g, '').match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(hex(unit))).join('');

/** Adds a number to the last unit of the text. */
const shifted = (text: string, by: number): string =>
  text === '' ? '' : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);
