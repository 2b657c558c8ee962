import { UnreadablePdf } from './dictionary.ts';
import { fromCodes } from './latin1.ts';

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
    const keyEnd = endOf(NAME, dictionary, at);
    if (keyEnd === null) throw new UnreadablePdf('a dictionary has no name where one is due');
    const start = skipSpace(dictionary, keyEnd);
    const end = endOfValue(dictionary, start, 0);
    entries.set(dictionary.slice(at + 1, keyEnd), dictionary.slice(start, end));
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
  const end = endOf(NAME, text, start) ?? endOf(REFERENCE, text, start) ?? endOf(WORD, text, start);
  if (end === null) throw new UnreadablePdf('an object is cut off');
  return end;
}

function endOfGroup(text: string, start: number, close: string, depth: number): number {
  let at = skipSpace(text, start);
  while (!text.startsWith(close, at)) at = skipSpace(text, endOfValue(text, at, depth + 1));
  return at + close.length;
}

const skipSpace = (text: string, at: number): number => endOf(SPACE, text, at) ?? at;

/** Returns the place after the match at this place, or null if there is none. A large document has millions of values, so no match becomes an object. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The meaning of each character after a backslash. Others stand for themselves. */
const ESCAPES = new Map(
  ['n\n', 'r\r', 't\t', 'b\b', 'f\f'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

const [LINE_FEED, RETURN, SPACE_CODE, BACKSLASH] = [0x0a, 0x0d, 0x20, 0x5c];

/** The bytes of a string as characters, one for each byte (ISO 32000-1, 7.3.4). */
export const readString = (written: string): string =>
  written.startsWith('<') ? readDigits(written) : readText(written);

/** Reads a string in digits. The last one may be missing. */
function readDigits(written: string): string {
  const codes = new Uint16Array(Math.ceil(written.length / 2));
  let digits = 0;
  for (let at = 1; at < written.length - 1; at += 1) {
    const code = written.charCodeAt(at);
    if (code <= SPACE_CODE) continue;
    // Bit 6 is set in letters.
    const digit = (code & 0xf) + (code & 0x40 ? 9 : 0);
    const index = digits >> 1;
    codes[index] = (codes[index] ?? 0) + (digits % 2 === 0 ? digit << 4 : digit);
    digits += 1;
  }
  return fromCodes(codes.subarray(0, Math.ceil(digits / 2)));
}

/** Reads a string in parentheses. Its escapes become shorter. */
function readText(written: string): string {
  if (!/[\\\r]/.test(written)) return written.slice(1, -1);
  const codes = new Uint16Array(written.length);
  let length = 0;
  for (let at = 1; at < written.length - 1; at += 1) {
    const isEscape = written.charCodeAt(at) === BACKSLASH;
    if (isEscape) at += 1;
    const code = written.charCodeAt(at);
    if (isEscape && isOctal(code)) {
      let value = code & 7;
      for (let more = 0; more < 2 && isOctal(written.charCodeAt(at + 1)); more += 1) {
        at += 1;
        value = value * 8 + (written.charCodeAt(at) & 7);
      }
      codes[length] = value & 0xff;
    } else {
      // The end of a line is one character. After a backslash, it is none.
      const isEnd = code === RETURN || code === LINE_FEED;
      if (code === RETURN && written.charCodeAt(at + 1) === LINE_FEED) at += 1;
      if (isEnd && isEscape) continue;
      codes[length] = isEnd ? LINE_FEED : isEscape ? (ESCAPES.get(code) ?? code) : code;
    }
    length += 1;
  }
  return fromCodes(codes.subarray(0, length));
}

const isOctal = (code: number): boolean => code >= 0x30 && code <= 0x37;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

const BYTES_AT_ONCE = 1 << 13;

/** A string of bytes, as it is written. */
export function toHexString(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE)
    parts.push(Array.from(bytes.subarray(at, at + BYTES_AT_ONCE), (byte) => HEX[byte]).join(''));
  return `<${parts.join('')}>`;
}

/** A string for people, in UTF-16 (ISO 32000-1, 7.9.2.2). */
export function toTextString(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `<FEFF${units.map((unit) => unit.toString(16).toUpperCase().padStart(4, '0')).join('')}>`;
}

/** Reads a text that `toTextString` or Skia has written: UTF-16, or ASCII. */
export function readTextString(written: string): string {
  const bytes = readString(written);
  if (!bytes.startsWith('\u{FE}\u{FF}')) return bytes;
  let text = '';
  for (let at = 2; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode((bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1));
  return text;
}

/** Strings, which stay as they are, and spaces inside of brackets. */
const INNER_SPACES = /\((?:[^()\\]|\\[\s\S])*\)?|<[\dA-Fa-f\s]*>|(<<|\[) | (>>|\])/g;

/** qpdf writes `[ 1 2 ]` where Skia writes `[1 2]`. The values are the same. */
export const withoutInnerSpaces = (text: string): string =>
  text.includes('<< ') || text.includes('[ ')
    ? text.replace(
        INNER_SPACES,
        (part, open: string | undefined, close: string | undefined) => open ?? close ?? part,
      )
    : text;
