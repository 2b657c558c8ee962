import { UnreadablePdf } from './dictionary.ts';

/** A value in a value in a value. Skia writes a few levels. */
const MAX_DEPTH = 64;

const SPACE = /[\s\0]*/y;
const NAME = /\/[^\s\0/<>[\](){}%]*/y;
const REFERENCE = /\d+ \d+ R(?![^\s\0/<>[\](){}%])/y;
const WORD = /[^\s\0/<>[\](){}%]+/y;
const STRING_START = /<<|[(<]/g;

/** A string in the text of an object, with its brackets. */
export interface StringPlace {
  readonly start: number;
  readonly end: number;
}

/** @throws {UnreadablePdf} a string does not end */
export function findStrings(text: string): StringPlace[] {
  const places: StringPlace[] = [];
  STRING_START.lastIndex = 0;
  for (let found = STRING_START.exec(text); found; found = STRING_START.exec(text)) {
    if (found[0] === '<<') continue;
    const end = endOfString(text, found.index);
    places.push({ start: found.index, end });
    STRING_START.lastIndex = end;
  }
  return places;
}

function endOfString(text: string, start: number): number {
  if (text[start] === '<') {
    const end = text.indexOf('>', start);
    if (end < 0) throw new UnreadablePdf('a string does not end');
    return end + 1;
  }
  const end = endOfText(text, start);
  if (end === null) throw new UnreadablePdf('a string does not end');
  return end;
}

/** Returns the place after a string in parentheses, or null if the string does not end. @param start the place of its first `(` */
export function endOfText(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Reads a dictionary with its brackets: by name without the slash, the values as they are written. @throws {UnreadablePdf} */
export function readEntries(dictionary: string): Map<string, string> {
  const entries = new Map<string, string>();
  let at = skipSpace(dictionary, 0);
  if (!dictionary.startsWith('<<', at)) throw new UnreadablePdf('a dictionary is missing');
  at = skipSpace(dictionary, at + 2);
  while (!dictionary.startsWith('>>', at)) {
    const key = match(NAME, dictionary, at);
    if (key === null) throw new UnreadablePdf('a dictionary has no name where one is due');
    const start = skipSpace(dictionary, at + key.length);
    const end = endOfValue(dictionary, start, 0);
    entries.set(key.slice(1), dictionary.slice(start, end));
    at = skipSpace(dictionary, end);
  }
  return entries;
}

export const writeEntries = (entries: ReadonlyMap<string, string>): string =>
  `<<${Array.from(entries, ([name, value]) => `/${name} ${value}`).join('\n')}>>`;

/** Reads an array with its brackets: the values as they are written. @throws {UnreadablePdf} */
export function readArray(array: string): string[] {
  const values: string[] = [];
  if (!array.startsWith('[')) throw new UnreadablePdf('an array is missing');
  for (let at = skipSpace(array, 1); array[at] !== ']';) {
    const end = endOfValue(array, at, 0);
    values.push(array.slice(at, end));
    at = skipSpace(array, end);
  }
  return values;
}

function endOfValue(text: string, start: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new UnreadablePdf('an object is nested too deeply');
  if (text.startsWith('<<', start)) return endOfGroup(text, start + 2, '>>', depth);
  const character = text[start];
  if (character === '[') return endOfGroup(text, start + 1, ']', depth);
  if (character === '(' || character === '<') return endOfString(text, start);
  const value = match(NAME, text, start) ?? match(REFERENCE, text, start) ?? match(WORD, text, start);
  if (value === null) throw new UnreadablePdf('an object is cut off');
  return start + value.length;
}

function endOfGroup(text: string, start: number, close: string, depth: number): number {
  let at = skipSpace(text, start);
  while (!text.startsWith(close, at)) at = skipSpace(text, endOfValue(text, at, depth + 1));
  return at + close.length;
}

const skipSpace = (text: string, at: number): number => at + (match(SPACE, text, at)?.length ?? 0);

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a string as characters, one for each byte (ISO 32000-1, 7.3.4). */
export function readString(written: string): string {
  if (written.startsWith('<')) {
    const digits = written.slice(1, -1).replaceAll(/[\s\0]+/g, '');
    const pairs: string[] = digits.match(/../g) ?? [];
    if (digits.length % 2 === 1) pairs.push(`${digits.at(-1)}0`);
    return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
  }
  return written
    .slice(1, -1)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, escaped: string) =>
      /^[0-7]/.test(escaped)
        ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
        : (ESCAPES[escaped] ?? (escaped === '\n' ? '' : escaped)),
    );
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** A string of bytes, as it is written. */
export function toHexString(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX[byte];
  return `<${digits}>`;
}

/** A string for people, in UTF-16 (ISO 32000-1, 7.9.2.2). */
export function toTextString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<FEFF${units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('')}>`;
}

/** What `toTextString` has written, and what Skia writes: UTF-16, or ASCII. */
export function readTextString(written: string): string {
  const bytes = readString(written);
  if (!bytes.startsWith('\u{FE}\u{FF}')) return bytes;
  let text = '';
  for (let at = 2; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode((bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1));
  return text;
}

/** Strings, which stay as they are, and spaces inside of brackets. */
const INNER_SPACES = /\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>|(<<|\[) | (>>|\])/g;

/** qpdf writes `[ 1 2 ]` where Skia writes `[1 2]`. The values are the same. */
export const withoutInnerSpaces = (text: string): string =>
  text.includes('<< ') || text.includes('[ ')
    ? text.replace(
        INNER_SPACES,
        (part, open: string | undefined, close: string | undefined) => open ?? close ?? part,
      )
    : text;
