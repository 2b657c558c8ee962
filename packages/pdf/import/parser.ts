import { UnreadablePdf } from '../file/dictionary.ts';
import { readString } from '../file/syntax.ts';
import type { Budget } from './budget.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Reference, Text } from './values.ts';

/** A value in a value in a value. */
const MAX_LEVELS = 100;

/** A pattern fails on a text of 16 million characters, because V8 keeps a position to go back to for each. */
const MAX_STRING_CHARACTERS = 4_000_000;

const SPACE = /(?:[\s\0]|%[^\r\n]*){1,1000}/y;
const NAME = /\/([^\s\0/<>[\](){}%]*)/y;
const REFERENCE = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+R(?![^\s\0/<>[\](){}%])/y;
const WORD = /[^\s\0/<>[\](){}%]+/y;
const HEXADECIMAL = /<[\dA-Fa-f\s\0]*>/y;
/** Matches most strings. Longer ones are read character by character. */
const PLAIN_STRING = /\((?:[^()\\]|\\[\s\S]){0,1000}\)/y;
const HEAD = /(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj(?![A-Za-z])/y;
const ENTRY = /[\s\0]*(\d{1,10})[\s\0]+\d{1,5}[\s\0]+([nf])/y;
const STREAM = /stream(?:\r\n|\n|\r)?/y;

/** The text ends before the value does. More of the file may help. */
export class CutOff extends UnreadablePdf {
  override readonly name = 'CutOff';
}

/** Reads values from a text that has one character for each byte. */
export class Parser {
  readonly text: string;
  readonly #budget: Budget;
  at: number;

  constructor(text: string, budget: Budget, at = 0) {
    this.text = text;
    this.#budget = budget;
    this.at = at;
  }

  /** `12 0 obj`: the id. Null if there is none. */
  head(): number | null {
    this.skipSpace();
    const id = this.#match(HEAD)?.[1];
    return id === undefined ? null : Number(id);
  }

  /** An entry of a cross-reference table. Null if there is none. */
  entry(): { readonly offset: number; readonly kind: string } | null {
    const found = this.#match(ENTRY);
    if (!found && this.text.length - this.at < 30) throw new CutOff('a cross-reference table is cut off');
    return found && { offset: Number(found[1]), kind: found[2] ?? 'f' };
  }

  /** Whether a stream starts here. Its data starts at `at`. */
  streamStarts(): boolean {
    this.skipSpace();
    return this.#match(STREAM) !== null;
  }

  startsWith(word: string): boolean {
    this.skipSpace();
    return this.text.startsWith(word, this.at);
  }

  skipSpace(): void {
    while (this.#match(SPACE) !== null);
  }

  /** @throws {UnreadablePdf} */
  dictionary(): Dictionary {
    const value = this.value();
    if (!isDictionary(value)) throw new UnreadablePdf('a dictionary is missing');
    return value;
  }

  /** @throws {UnreadablePdf} */
  value(level = 0): PdfValue {
    this.#budget.step();
    if (level > MAX_LEVELS) throw new UnreadablePdf('an object is nested too deeply');
    this.skipSpace();
    const { text, at } = this;
    if (text.startsWith('<<', at)) return this.#readDictionary(level);
    const character = text[at];
    if (character === '[') return this.#readList(level);
    if (character === '/') return this.#readName();
    if (character === '(' || character === '<') return this.#readText();
    return this.#readWord();
  }

  #readDictionary(level: number): Dictionary {
    const entries = new Map<string, PdfValue>();
    this.at += 2;
    for (;;) {
      this.skipSpace();
      if (this.text.startsWith('>>', this.at)) {
        this.at += 2;
        return entries;
      }
      if (this.text[this.at] !== '/') throw this.#fault('a dictionary has no name where one is due');
      const key = this.#readName().name;
      this.skipSpace();
      // A name without a value.
      entries.set(key, this.text.startsWith('>>', this.at) ? null : this.value(level + 1));
    }
  }

  #readList(level: number): PdfValue[] {
    const values: PdfValue[] = [];
    this.at += 1;
    for (;;) {
      this.skipSpace();
      if (this.text[this.at] === ']') {
        this.at += 1;
        return values;
      }
      values.push(this.value(level + 1));
    }
  }

  #readName(): Name {
    const written = this.#match(NAME)?.[1] ?? '';
    return new Name(
      written.replaceAll(/#([\dA-Fa-f]{2})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    );
  }

  #readText(): Text {
    const written = this.#readString();
    if (written.length > MAX_STRING_CHARACTERS) throw new UnreadablePdf('a string is too long');
    return new Text(readString(written));
  }

  #readString(): string {
    const simple = this.#match(PLAIN_STRING) ?? this.#match(HEXADECIMAL);
    if (simple) return simple[0];
    if (this.text[this.at] === '<') throw this.#fault('a string has other characters than digits');
    const start = this.at;
    let level = 0;
    for (let at = start; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (character === '\\') at += 1;
      else if (character === '(') level += 1;
      else if (character === ')') level -= 1;
      if (level > 0) continue;
      this.at = at + 1;
      return this.text.slice(start, this.at);
    }
    throw new CutOff('a string does not end');
  }

  #readWord(): PdfValue {
    const reference = this.#match(REFERENCE);
    if (reference) return new Reference(Number(reference[1]));
    const word = this.#match(WORD)?.[0];
    if (word === undefined) throw this.#fault('an object is cut off');
    if (word === 'true' || word === 'false') return word === 'true';
    const number = Number(word);
    if (Number.isFinite(number)) return number;
    // `--5` and `1.2.3` are in files of old programs.
    const start = /^[+-]*\d*\.?\d*/.exec(word)?.[0].replace(/^[+-]+(?=[+-])/, '') ?? '';
    const repaired = Number.parseFloat(start);
    if (Number.isFinite(repaired)) return repaired;
    if (word === 'endobj' || word === 'endstream') throw this.#fault('an object ends before its value');
    return null;
  }

  #fault(message: string): UnreadablePdf {
    return this.at >= this.text.length ? new CutOff(message) : new UnreadablePdf(message);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
}
