import type { Meter } from '@platen/meter';
import { UnreadablePdf } from '../file/dictionary.ts';
import { readString } from '../file/syntax.ts';
import { Lexer, type ReadingMeans } from './lexer.ts';
import { VALUE_WORK } from './limits.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Reference, Text } from './values.ts';

/** A value in a value in a value. */
const MAX_LEVELS = 100;

/** The values of one object. They are copied at once. */
const MAX_OBJECT_HELD_BYTES = 1 << 24;

/** About how much memory a value takes. */
const [DICTIONARY_BYTES, ENTRY_BYTES, LIST_BYTES, ITEM_BYTES, OBJECT_BYTES] = [200, 48, 64, 16, 48];

/** A dictionary or a list whose end was not read yet. */
type Group =
  | { readonly value: Map<string, PdfValue>; key: string | null }
  | { readonly value: PdfValue[]; readonly key?: undefined };

/** Reads values from a text that has one character for each byte. */
export class Parser {
  readonly #lexer: Lexer;
  readonly #meter: Meter;
  /** The bytes that the meter holds for the values that were read. */
  heldBytes = 0;

  constructor(text: string, means: ReadingMeans, at = 0) {
    this.#lexer = new Lexer(text, means, at);
    this.#meter = means.meter;
  }

  get at(): number {
    return this.#lexer.at;
  }

  /** `12 0 obj`: the id. It is null if there is none. */
  head(): number | null {
    const id = this.integer();
    if (id === null || this.integer() === null) return null;
    this.#lexer.skipSpace();
    if (!this.#lexer.skip('obj')) return null;
    return /[A-Za-z]/.test(this.#lexer.peek()) ? null : id;
  }

  /** A number without a sign. It is null if there is none. */
  integer(): number | null {
    return this.#lexer.integer();
  }

  /** An entry of a cross-reference table. It is null if there is none. */
  entry(): { readonly offset: number; readonly isUsed: boolean } | null {
    const start = this.#lexer.at;
    const offset = this.integer();
    const generation = offset === null ? null : this.integer();
    this.#lexer.skipSpace();
    const isUsed = this.#lexer.has('n');
    if (offset !== null && generation !== null && (this.#lexer.skip('n') || this.#lexer.skip('f')))
      return { offset, isUsed };
    this.#lexer.at = start;
    return null;
  }

  /** Skips to the data of a stream, which then starts at `at`. Returns false if no stream starts here. */
  streamStarts(): boolean {
    if (!this.skipWord('stream')) return false;
    if (!this.#lexer.skip('\r\n') && !this.#lexer.skip('\n')) this.#lexer.skip('\r');
    return true;
  }

  /** Skips the word if it comes next, and returns whether it did. */
  skipWord(word: string): boolean {
    this.#lexer.skipSpace();
    return this.#lexer.skip(word);
  }

  /** @throws {UnreadablePdf} */
  async dictionary(): Promise<Dictionary> {
    const value = await this.value();
    if (!isDictionary(value)) throw new UnreadablePdf('a dictionary is missing');
    return value;
  }

  /** @throws {UnreadablePdf} */
  async value(): Promise<PdfValue> {
    const groups: Group[] = [];
    for (;;) {
      if (this.#meter.isDue) await this.#meter.pause();
      const value = this.#readNext(groups);
      if (value !== undefined) return value;
    }
  }

  /** Memory for what was read. @throws {UnreadablePdf} */
  hold(bytes: number): void {
    this.#meter.hold(bytes);
    this.heldBytes += bytes;
    if (this.heldBytes > MAX_OBJECT_HELD_BYTES) throw new UnreadablePdf('an object has too many values');
  }

  /** Reads the start or the end of a group, a key, or a value. Returns a value that is in no group. */
  #readNext(groups: Group[]): PdfValue | undefined {
    this.#meter.charge(VALUE_WORK);
    this.#lexer.skipSpace();
    const group = groups.at(-1);
    if (group !== undefined && this.#lexer.skip(group.key === undefined ? ']' : '>>')) {
      // A name without a value.
      if (typeof group.key === 'string') group.value.set(group.key, null);
      groups.pop();
      return this.#add(groups, group.value);
    }
    if (group?.key === null) {
      if (this.#lexer.peek() !== '/') throw new UnreadablePdf('a dictionary has no name where one is due');
      group.key = this.#readName().name;
      return undefined;
    }
    const opened = this.#readOpening();
    if (opened === null) return this.#add(groups, this.#readSingle());
    if (groups.length >= MAX_LEVELS) throw new UnreadablePdf('an object is nested too deeply');
    groups.push(opened);
    return undefined;
  }

  #readOpening(): Group | null {
    if (this.#lexer.skip('<<')) {
      this.hold(DICTIONARY_BYTES);
      return { value: new Map(), key: null };
    }
    if (!this.#lexer.skip('[')) return null;
    this.hold(LIST_BYTES);
    return { value: [] };
  }

  #add(groups: readonly Group[], value: PdfValue): PdfValue | undefined {
    const group = groups.at(-1);
    if (group === undefined) return value;
    if (group.key === undefined) {
      this.hold(ITEM_BYTES);
      group.value.push(value);
    } else if (group.key !== null) {
      this.hold(ENTRY_BYTES);
      group.value.set(group.key, value);
      group.key = null;
    }
    return undefined;
  }

  #readSingle(): PdfValue {
    const character = this.#lexer.peek();
    if (character === '/') return this.#readName();
    if (character !== '(' && character !== '<') return this.#readWord();
    const written = this.#lexer.string();
    this.hold(OBJECT_BYTES + written.length);
    return new Text(readString(written));
  }

  #readName(): Name {
    this.#lexer.skip('/');
    const written = this.#lexer.word();
    this.hold(OBJECT_BYTES + written.length);
    if (!written.includes('#')) return new Name(written);
    return new Name(
      written.replaceAll(/#([\dA-Fa-f]{2})/g, (_, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    );
  }

  #readWord(): PdfValue {
    const word = this.#lexer.word();
    if (word === '') throw new UnreadablePdf('an object is cut off');
    if (/^\d{1,10}$/.test(word) && this.#skipRestOfReference()) {
      this.hold(OBJECT_BYTES);
      return new Reference(Number(word));
    }
    return word === 'true' || word === 'false' ? word === 'true' : toNumber(word);
  }

  /** `0 R` after an id. */
  #skipRestOfReference(): boolean {
    const start = this.#lexer.at;
    if (this.integer() !== null) {
      this.#lexer.skipSpace();
      if (this.#lexer.peek() === 'R' && this.#lexer.word() === 'R') return true;
    }
    this.#lexer.at = start;
    return false;
  }
}

/** Returns null if the word is not a number. */
function toNumber(word: string): number | null {
  const number = Number(word);
  if (Number.isFinite(number)) return number;
  // `--5` and `1.2.3` are in files of old programs.
  const start = /^[+-]*\d*\.?\d*/.exec(word)?.[0].replace(/^[+-]+(?=[+-])/, '') ?? '';
  const repaired = Number.parseFloat(start);
  if (Number.isFinite(repaired)) return repaired;
  if (word === 'endobj' || word === 'endstream') throw new UnreadablePdf('an object ends before its value');
  return null;
}
