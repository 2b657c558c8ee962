import type { Meter } from '@platen/meter';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { ImportLimits } from './limits.ts';

/** A name or a number. */
const MAX_WORD_CHARACTERS = 1 << 16;

/** White space, and what ends a word (ISO 32000-1, 7.2.2). Other characters are regular. */
const [REGULAR, SPACE, DELIMITER] = [1, 2, 3] as const;

const KINDS = new Uint8Array(256).fill(REGULAR);
for (const character of '\0\t\n\f\r ') KINDS[character.charCodeAt(0)] = SPACE;
for (const character of '()<>[]{}/%') KINDS[character.charCodeAt(0)] = DELIMITER;

const [LINE_FEED, RETURN, PERCENT] = [0x0a, 0x0d, 0x25];
const [OPEN, CLOSE, BACKSLASH, GREATER] = [0x28, 0x29, 0x5c, 0x3e];

/** The text ends before what is read. More of the file helps. */
export class CutOff extends UnreadablePdf {
  override readonly name = 'CutOff';

  constructor() {
    super('an object is too long');
  }
}

export interface ReadingMeans {
  readonly meter: Meter;
  readonly limits: ImportLimits;
  /** Nothing comes after the text. Otherwise a read that meets its end throws `CutOff`, so that no answer depends on the place of the cut. */
  readonly isWhole: boolean;
}

/** Reads words from a text that has one character for each byte. Charges each character. */
export class Lexer {
  readonly text: string;
  at: number;
  readonly #meter: Meter;
  readonly #limits: ImportLimits;
  readonly #isWhole: boolean;

  constructor(text: string, { meter, limits, isWhole }: ReadingMeans, at = 0) {
    this.text = text;
    this.#meter = meter;
    this.#limits = limits;
    this.#isWhole = isWhole;
    this.at = at;
  }

  /** White space and comments. */
  skipSpace(): void {
    const { text } = this;
    let { at } = this;
    let isComment = false;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (isComment) isComment = code !== LINE_FEED && code !== RETURN;
      else if (code === PERCENT) isComment = true;
      else if (KINDS[code] !== SPACE) break;
    }
    this.#moveTo(at);
  }

  /** The next character, or an empty text at the end. */
  peek(): string {
    this.#requireMore(1);
    return this.text[this.at] ?? '';
  }

  /** Skips the expected text if it comes next, and returns whether it did. */
  skip(expected: string): boolean {
    const isThere = this.has(expected);
    if (isThere) this.at += expected.length;
    return isThere;
  }

  has(expected: string): boolean {
    this.#requireMore(expected.length);
    return this.text.startsWith(expected, this.at);
  }

  /** Regular characters, up to the first that is none. */
  word(): string {
    const { text, at: start } = this;
    let at = start;
    while (KINDS[text.charCodeAt(at)] === REGULAR && at - start <= MAX_WORD_CHARACTERS) at += 1;
    this.#moveTo(at);
    if (at - start > MAX_WORD_CHARACTERS) throw new UnreadablePdf('a name or a number is too long');
    return text.slice(start, at);
  }

  /** A number without a sign, after white space. It is null if there is none. */
  integer(): number | null {
    this.skipSpace();
    if (!/\d/.test(this.peek())) return null;
    const word = this.word();
    return /^\d{1,10}$/.test(word) ? Number(word) : null;
  }

  /** A string in parentheses or in digits, with its brackets. @throws {UnreadablePdf} */
  string(): string {
    const start = this.at;
    const end = this.peek() === '(' ? this.#endOfText() : this.#endOfDigits();
    if (end === null) {
      const isTooLong = this.text.length - start > this.#limits.stringCharacters;
      this.#moveTo(isTooLong ? start + this.#limits.stringCharacters : this.text.length);
      throw new UnreadablePdf(isTooLong ? 'a string is too long' : 'a string does not end');
    }
    this.#moveTo(end);
    return this.text.slice(start, end);
  }

  #endOfText(): number | null {
    const { text, at: start } = this;
    let level = 0;
    for (let at = start; at - start < this.#limits.stringCharacters && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at += 1;
      else if (code === OPEN) level += 1;
      else if (code === CLOSE) {
        level -= 1;
        if (level === 0) return at + 1;
      }
    }
    return null;
  }

  #endOfDigits(): number | null {
    const { text, at: start } = this;
    for (let at = start + 1; at - start < this.#limits.stringCharacters && at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === GREATER) return at + 1;
      if (isHexadecimal(code) || KINDS[code] === SPACE) continue;
      this.#moveTo(at);
      throw new UnreadablePdf('a string has other characters than digits');
    }
    return null;
  }

  #moveTo(at: number): void {
    this.#meter.charge(at - this.at);
    this.at = at;
    this.#requireMore(1);
  }

  /** @throws {CutOff} the answer depends on what comes after the text */
  #requireMore(characters: number): void {
    if (!this.#isWhole && this.at + characters > this.text.length) throw new CutOff();
  }
}

/** Bit 5 is the difference between `A` and `a`. */
const isHexadecimal = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
