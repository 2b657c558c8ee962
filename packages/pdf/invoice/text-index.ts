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

/** `indexOf` compares so many characters in the time of a unit. */
const CHARACTERS_PER_UNIT = 8;

/** The texts of all pages as one text, without what is not kept. */
export class TextIndex {
  text = '';
  readonly #starts: number[] = [];
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
    for (const { text } of texts) {
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
    for (let at = from; ; at += 1) {
      const found = this.text.indexOf(needle, at);
      this.#meter.charge(1 + ((found < 0 ? this.text.length : found) - at) / CHARACTERS_PER_UNIT);
      at = found;
      if (found < 0 || (this.isBoundary(found) && this.isBoundary(found + needle.length))) return found;
    }
  }

  /** As {@link find}, for an identifier: `R-17` is not in `R-17/2`. */
  findCode(needle: string): number {
    for (let at = this.find(needle); at >= 0; at = this.find(needle, at + 1))
      if (this.#beginsCode(at) && this.#endsCode(at + needle.length)) return at;
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
