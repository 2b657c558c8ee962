import type { PageText } from '../file/page-texts.ts';
import { readNumbers, type PrintedNumber, signOfCents } from './numbers.ts';

/** A number, and the text that it is in. */
export interface PlacedNumber extends PrintedNumber {
  readonly text: number;
  /** Whether it is in several texts, which may be several numbers. */
  readonly isJoined: boolean;
}

/** Where the texts under a text are. */
export interface Column {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

/** A number may be in several texts, such as one with a sign of another font. A letter is at most this much of its size wide. */
const WIDEST = 0.75;

const HAS_WORD = /\p{L}{3}/u;

/** Texts that touch. */
interface Run {
  joined: string;
  /** The part of it after the last text with words: a name may end in a number, and its width is not known. */
  afterWords: string;
  readonly start: number;
  /** The cents of an amount are a text of their own. */
  hasCents: boolean;
  /** The numbers of each text by itself. */
  readonly alone: PlacedNumber[];
}

/** Adds the numbers of a run. An amount with raised cents is one number, and its parts are none. */
function endRun(run: Run | null, found: PlacedNumber[]): void {
  if (run === null) return;
  const { joined, afterWords, start, hasCents, alone } = run;
  found.push(...alone.map((one) => ({ ...one, isPart: one.isPart || hasCents })));
  const written = new Set(alone.map((one) => one.written));
  const isCertain = hasCents && afterWords === joined;
  for (const one of readNumbers(joined))
    if (!written.has(one.written)) found.push({ ...one, text: start, isJoined: !isCertain });
  if (hasCents && !isCertain)
    for (const one of readNumbers(afterWords)) found.push({ ...one, text: start, isJoined: false });
}

const sheetOf = (text: PageText | undefined): string => `${text?.page ?? 0}/${text?.turn ?? 0}`;

/** Finds the texts of a page by their height, and the numbers in texts. */
export class TextRows {
  readonly #texts: readonly PageText[];
  /** The numbers of the texts of each page that are turned alike, from the bottom. */
  readonly #bySheet: ReadonlyMap<string, readonly number[]>;

  constructor(texts: readonly PageText[]) {
    this.#texts = texts;
    const height = (index: number): number => texts[index]?.y ?? 0;
    const sheets = Map.groupBy(texts.keys(), (index) => sheetOf(texts[index]));
    this.#bySheet = new Map(
      Array.from(sheets, ([sheet, all]) => [
        sheet,
        all.toSorted((one, other) => height(one) - height(other)),
      ]),
    );
  }

  /** Returns the numbers of the texts that are beside some texts, in the order in which they are painted. @param rows how far above and below, in heights of letters */
  beside(first: number, last: number, rows = 1): number[] {
    const [top, bottom] = [this.#texts[first], this.#texts[last]];
    if (top === undefined || bottom === undefined) return [];
    const [high, low] = [top.y + rows * top.size, bottom.y - rows * bottom.size];
    const [sheet, other] = [sheetOf(top), sheetOf(bottom)];
    if (sheet === other) return this.#between(sheet, low, high);
    return [
      ...this.#between(sheet, top.y - top.size, high),
      ...this.#between(other, low, bottom.y + bottom.size),
    ];
  }

  /** Returns the numbers of the texts under a text, which begin between the texts to its left and its right, and are above the height of another one. */
  below(index: number, { left, right, bottom }: Column): number[] {
    const top = this.#texts[index];
    if (top === undefined) return [];
    return this.#between(sheetOf(top), bottom, top.y - top.size / 2).filter((one) => {
      const { x = 0 } = this.#texts[one] ?? {};
      return x > left && x < right;
    });
  }

  /** Reads the numbers of texts that follow each other, and of those that touch. */
  numbersOf(indexes: readonly number[]): PlacedNumber[] {
    const found: PlacedNumber[] = [];
    let run: Run | null = null;
    for (const index of indexes) {
      const text = this.#texts[index]?.text ?? '';
      const isRaised = this.#isRaised(index - 1, index);
      if (run !== null && this.#touches(index - 1, index)) {
        if (!isRaised && HAS_WORD.test(this.#texts[index - 1]?.text ?? '')) run.afterWords = '';
        run.joined += isRaised ? signOfCents(run.joined) + text : text;
        run.afterWords += isRaised ? signOfCents(run.afterWords) + text : text;
        run.hasCents ||= isRaised;
      } else {
        endRun(run, found);
        run = { joined: text, afterWords: text, start: index, hasCents: false, alone: [] };
      }
      for (const one of readNumbers(text)) run.alone.push({ ...one, text: index, isJoined: false });
    }
    endRun(run, found);
    return found;
  }

  #between(sheet: string, low: number, high: number): number[] {
    const all = this.#bySheet.get(sheet) ?? [];
    const from = this.#firstAbove(all, low);
    const to = this.#firstAbove(all, high);
    return all.slice(from, to).toSorted((one, other) => one - other);
  }

  #firstAbove(all: readonly number[], height: number): number {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#texts[all[middle] ?? 0]?.y ?? 0) < height) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns whether a text has the cents of the amount before it: `50` above the line of `1234`. */
  #isRaised(before: number, index: number): boolean {
    const [left, right] = [this.#texts[before], this.#texts[index]];
    if (left === undefined || right === undefined) return false;
    return (
      right.size < left.size && right.y > left.y && /\d$/.test(left.text) && /^\d\d(?!\d)/.test(right.text)
    );
  }

  #touches(before: number, index: number): boolean {
    const [left, right] = [this.#texts[before], this.#texts[index]];
    if (left === undefined || right === undefined || sheetOf(left) !== sheetOf(right)) return false;
    const distance = right.x - left.x;
    return (
      Math.abs(left.y - right.y) < left.size * (right.size < left.size ? 0.8 : 0.5) &&
      distance > 0 &&
      distance < left.size * (WIDEST * left.text.length + 0.1)
    );
  }
}
