import type { Meter } from '@platen/meter';
import type { PageText } from '../file/page-texts.ts';
import { foldCase } from './fold.ts';

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Scripts without spaces between words. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Part of a word. */
const APOSTROPHE = "'";

const DASH = /\p{Pd}/u;

/** A word may end here. */
const BOUNDARY = 1;
/** There is a space, or another text begins. */
const GAP = 2;

/** A character of a text is folded, and looked at. */
const WORK_PER_CHARACTER = 30;

/** A name that is on two pages has so many of its characters on the first one. */
const MIN_DIVIDED = 8;

/** A name ends at the end of a text. So many texts are looked at, because the next cell may begin as the rest of the name does. */
const MAX_DIVISIONS = 3;

/** So many places that begin as a name does are looked at, and the rest of the name is searched for so many times. */
const MAX_BEGINS = 200;
const MAX_RESTS = 20;

/** `indexOf` compares so many characters in the time of a unit. */
const CHARACTERS_PER_UNIT = 8;

/** A search compares so many characters with places that are no whole words. In one word of 400,000 letters, a name could be at each letter. */
const MAX_COMPARED = 2_000_000;

/** The texts of all pages as one text, without what is not kept. */
export class TextIndex {
  text = '';
  readonly #starts: number[] = [];
  readonly #pageStarts: number[] = [];
  #rests = 0;
  #marks = new Uint8Array();
  readonly #kept: RegExp;
  readonly #meter: Meter;

  private constructor(kept: RegExp, meter: Meter) {
    this.#kept = kept;
    this.#meter = meter;
  }

  /** Of letters and digits. */
  static ofWords(texts: readonly PageText[], meter: Meter): Promise<TextIndex> {
    return new TextIndex(WORD, meter).#read(texts);
  }

  /** Of all characters but spaces. */
  static ofCodes(texts: readonly PageText[], meter: Meter): Promise<TextIndex> {
    return new TextIndex(/[^\s\u{AD}\u{200B}-\u{200F}\u{2060}]/u, meter).#read(texts);
  }

  async #read(texts: readonly PageText[]): Promise<this> {
    const pieces: string[] = [];
    const marks: number[] = [];
    let before = '';
    let onPage = 0;
    for (const { text, page } of texts) {
      if (page !== onPage) this.#pageStarts.push(marks.length);
      onPage = page;
      this.#meter.charge(WORK_PER_CHARACTER * text.length);
      if (this.#meter.isDue) await this.#meter.pause();
      this.#starts.push(marks.length);
      let gap = BOUNDARY | GAP;
      for (const one of foldCase(text)) {
        const character = DASH.test(one) ? '-' : one;
        if (!this.#kept.test(character)) {
          if (character !== APOSTROPHE) gap |= /\s/.test(character) ? BOUNDARY | GAP : BOUNDARY;
          continue;
        }
        const isInWord = WORD.test(before) && WORD.test(character) && !DENSE.test(before + character);
        pieces.push(character);
        marks.push(isInWord ? gap : gap | BOUNDARY, ...Array.from({ length: character.length - 1 }, () => 0));
        gap = 0;
        before = character;
      }
    }
    this.text = pieces.join('');
    this.#marks = Uint8Array.from(marks);
    return this;
  }

  fold(value: string): string {
    return Array.from(foldCase(value), (one) => (DASH.test(one) ? '-' : one))
      .filter((one) => this.#kept.test(one))
      .join('');
  }

  /** Returns the place of whole words, or -1. @param needle folded */
  find(needle: string, from = 0): number {
    if (needle === '') return -1;
    let at = from;
    for (let compared = 0; compared <= MAX_COMPARED; compared += needle.length) {
      const found = this.text.indexOf(needle, at);
      const passed = (found < 0 ? this.text.length : found) - at;
      this.#meter.charge(1 + (passed + needle.length) / CHARACTERS_PER_UNIT);
      if (found < 0 || (this.isBoundary(found) && this.isBoundary(found + needle.length))) return found;
      at = this.#nextBoundary(found + 1);
    }
    return -1;
  }

  /** Finds a name that begins on a page and goes on after other texts of the next ones, because its row is on several pages. @returns its start and its end */
  findDivided(needle: string): readonly [start: number, end: number] | null {
    if (needle.length < 2 * MIN_DIVIDED) return null;
    const begin = needle.slice(0, MIN_DIVIDED);
    const begins: { at: number; length: number }[] = [];
    for (let at = this.text.indexOf(begin); at >= 0; at = this.text.indexOf(begin, at + 1)) {
      this.#meter.charge(1);
      if (this.isBoundary(at)) begins.push({ at, length: this.#countShared(needle, at) });
      if (begins.length === MAX_BEGINS) break;
    }
    this.#meter.charge(1 + this.text.length / CHARACTERS_PER_UNIT);
    this.#rests = 0;
    for (const { at } of begins.toSorted((one, other) => other.length - one.length)) {
      const end = this.#continues(needle, at);
      if (end !== null) return [at, end];
      if (this.#rests > MAX_RESTS) break;
    }
    return null;
  }

  /** Returns how much of a name is at a place. */
  #countShared(needle: string, at: number): number {
    let length = 0;
    while (length < needle.length && this.text[at + length] === needle[length]) length += 1;
    this.#meter.charge(MIN_DIVIDED + length);
    return length;
  }

  /** Returns the end of a name that begins at a place and goes on on the next pages. */
  #continues(needle: string, at: number): number | null {
    const next = this.#pageStarts.findIndex((start) => start > at);
    if (next < 0) return null;
    const [page = 0, after = this.text.length] = this.#pageStarts.slice(next, next + 2);
    let length = Math.min(this.#countShared(needle, at), page - at);
    this.#meter.charge(this.#pageStarts.length + length);
    let tries = 0;
    for (; length >= MIN_DIVIDED && tries < MAX_DIVISIONS; length -= 1) {
      if (!this.#has(at + length, GAP)) continue;
      tries += 1;
      this.#rests += 1;
      if (this.#rests > MAX_RESTS) return null;
      const rest = needle.slice(length);
      const found = this.find(rest, page);
      if (found >= 0 && found < after) return found + rest.length;
      const start = this.text.indexOf(rest.slice(0, MIN_DIVIDED), page);
      if (start >= 0 && start < after && rest.length > after - start) {
        const end = this.#continues(rest, start);
        if (end !== null) return end;
      }
    }
    return null;
  }

  /** As {@link find}, for an identifier: `R-17` is not in `R-17/2`. */
  findCode(needle: string): number {
    let compared = 0;
    for (let at = this.find(needle); at >= 0 && compared <= MAX_COMPARED; at = this.find(needle, at + 1)) {
      if (this.#beginsCode(at) && this.#endsCode(at + needle.length)) return at;
      compared += needle.length;
    }
    return -1;
  }

  /** Returns whether the pages show a name. In one of two directions, the words may be painted in another order. */
  hasName(name: string): boolean {
    const needle = this.fold(name);
    if (needle === '' || this.find(needle) >= 0) return true;
    const each = name.split(/\s+/).map((word) => this.fold(word));
    return FROM_RIGHT.test(name) && each.every((word) => word === '' || this.find(word) >= 0);
  }

  isBoundary(at: number): boolean {
    return this.#has(at, BOUNDARY);
  }

  /** Returns the number of the text that has a place. */
  textAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #nextBoundary(from: number): number {
    let at = from;
    while (!this.isBoundary(at)) at += 1;
    this.#meter.charge((at - from) / CHARACTERS_PER_UNIT);
    return at;
  }

  #has(at: number, mark: number): boolean {
    return at <= 0 || at >= this.text.length || ((this.#marks[at] ?? 0) & mark) !== 0;
  }

  #beginsCode(at: number): boolean {
    return this.#has(at, GAP) || !/[-/._\\]/.test(this.text[at - 1] ?? '');
  }

  #endsCode(at: number): boolean {
    return this.#has(at, GAP) || !/[-/._\\]/.test(this.text[at] ?? '') || this.#has(at + 1, GAP);
  }
}
