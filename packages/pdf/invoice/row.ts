import type { PageText } from '../file/page-texts.ts';
import { readNumbers, type PrintedNumber } from './numbers.ts';

/** A number, and the text that it is in. */
export interface PlacedNumber extends PrintedNumber {
  readonly text: number;
  /** Whether it is in several texts, which may be several numbers. */
  readonly isJoined: boolean;
}

/** A number may be in several texts, such as one with a sign of another font. A letter is at most this much of its size wide. */
const WIDEST = 0.75;

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

  /** Returns the numbers of the texts that are beside some texts, in the order in which they are painted. */
  beside(first: number, last: number): number[] {
    const [top, bottom] = [this.#texts[first], this.#texts[last]];
    if (top === undefined || bottom === undefined) return [];
    const [high, low] = [top.y + top.size, bottom.y - bottom.size];
    const [sheet, other] = [sheetOf(top), sheetOf(bottom)];
    if (sheet === other) return this.#between(sheet, low, high);
    return [
      ...this.#between(sheet, top.y - top.size, high),
      ...this.#between(other, low, bottom.y + bottom.size),
    ];
  }

  /** Reads the numbers of texts that follow each other, and of those that touch. */
  numbersOf(indexes: readonly number[]): PlacedNumber[] {
    const found: PlacedNumber[] = [];
    let joined = '';
    let start = -1;
    let alone = new Set<string>();
    const endRun = (): void => {
      if (start < 0 || joined === this.#texts[start]?.text) return;
      for (const one of readNumbers(joined))
        if (!alone.has(one.written)) found.push({ ...one, text: start, isJoined: true });
    };
    for (const index of indexes) {
      const text = this.#texts[index]?.text ?? '';
      if (this.#touches(index - 1, index) && start >= 0) joined += text;
      else {
        endRun();
        [joined, start, alone] = [text, index, new Set()];
      }
      for (const one of readNumbers(text)) {
        found.push({ ...one, text: index, isJoined: false });
        alone.add(one.written);
      }
    }
    endRun();
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

  #touches(before: number, index: number): boolean {
    const [left, right] = [this.#texts[before], this.#texts[index]];
    if (left === undefined || right === undefined || sheetOf(left) !== sheetOf(right)) return false;
    const distance = right.x - left.x;
    return (
      Math.abs(left.y - right.y) < left.size / 2 &&
      distance > 0 &&
      distance < left.size * (WIDEST * left.text.length + 0.1)
    );
  }
}
