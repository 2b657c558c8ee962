import type { Meter } from '@platen/meter';
import type { PageText } from '../file/page-texts.ts';
import type { PrintedLine, PrintedValue } from '../options/printed-invoice.ts';
import { isAmount } from './likeness.ts';
import { readNumbers, toCanonical } from './numbers.ts';
import type { PlacedNumber, TextRows } from './row.ts';
import type { TextIndex } from './text-index.ts';

/** A name may also be in other texts. So many places of it are looked at. */
const MAX_PLACES = 12;

/** The numbers of a line are in so many texts after its name, and before it. */
const MAX_TEXTS_AFTER = 12;
const MAX_TEXTS_BEFORE = 4;

/** The numbers of a place are read. */
const PLACE_WORK = 5_000;

/** The numbers of a text beside it are read. */
const WORK_PER_TEXT = 500;

/** With so many other numbers beside its name, the quantity is one of them. */
const NUMBERS_OF_ROW = 2;

/** A name is in so many texts at most, where it counts as beside another one. */
const MAX_ROWS = 20;

/** The names of a row of high cells are so many times their height apart. */
const MAX_ROWS_APART = 6;

interface LinePlace {
  /** The numbers of the texts that have the name. */
  readonly first: number;
  readonly last: number;
  /** In the index of words. */
  readonly end: number;
  /** The texts beside the name. */
  readonly beside: readonly number[];
  readonly numbers: readonly PlacedNumber[];
}

interface LineDifference {
  readonly value: PrintedValue;
  readonly number: PlacedNumber | null;
}

export interface ComparedLine {
  /** Whether the name is there. */
  readonly name: boolean;
  readonly differences: readonly LineDifference[];
  readonly beside: readonly number[];
}

interface Means {
  readonly texts: readonly PageText[];
  readonly words: TextIndex;
  readonly rows: TextRows;
  readonly meter: Meter;
}

/** Finds the lines of an invoice on its pages, and their numbers. */
export class LineFinder {
  readonly #means: Means;
  readonly #places = new Map<PrintedLine, LinePlace>();
  readonly #taken = new Set<number>();
  /** The names, in the order of the pages. */
  #firsts: readonly number[] | null = null;
  /** The places of the names, by the texts that they are in. */
  #byText: ReadonlyMap<number, LinePlace> | null = null;
  #after = 0;
  /** The lines whose name is in no place. */
  missing = 0;

  constructor(means: Means) {
    this.#means = means;
  }

  /** Finds the place of a line: the first one from the last line on that has its numbers. All lines are placed before they are compared. */
  place(line: PrintedLine): void {
    const needle = this.#means.words.fold(line.name.value);
    let best: LinePlace | null = null;
    let most = -1;
    for (const [start, end] of this.#placesOf(needle)) {
      const place = this.#read(start, end, line);
      const found = line.numbers.filter(({ value }) => hasNumber(place.numbers, value)).length;
      if (found > most) [best, most] = [place, found];
      if (found === line.numbers.length) break;
    }
    if (best === null) {
      this.missing += 1;
      return;
    }
    this.#taken.add(best.end);
    this.#places.set(line, best);
    this.#after = best.end;
  }

  compare(line: PrintedLine): ComparedLine {
    const place = this.#places.get(line);
    // Without its place, only the name is compared.
    if (place === undefined)
      return { name: this.#means.words.hasName(line.name.value), differences: [], beside: [] };
    this.#means.meter.charge(PLACE_WORK);
    const differences = line.numbers.flatMap((value) => this.#compareNumber(value, line, place) ?? []);
    return { name: true, differences, beside: place.beside };
  }

  /** Yields the places of a name, from the last line on, then from the start. If it has none, it may be on several pages. */
  *#placesOf(needle: string): Generator<readonly [start: number, end: number]> {
    const { words } = this.#means;
    let count = 0;
    for (const [from, to] of [
      [this.#after, words.text.length],
      [0, this.#after],
    ] as const)
      for (let at = words.find(needle, from); at >= 0 && at < to; at = words.find(needle, at + 1)) {
        if (this.#taken.has(at + needle.length)) continue;
        yield [at, at + needle.length];
        count += 1;
        if (count >= MAX_PLACES) return;
      }
    if (count > 0) return;
    const divided = words.findDivided(needle);
    if (divided !== null && !this.#taken.has(divided[1])) yield divided;
  }

  #read(start: number, end: number, line: PrintedLine): LinePlace {
    const { words, rows, meter } = this.#means;
    meter.charge(PLACE_WORK);
    const [first, last] = [words.textAt(start), words.textAt(end - 1)];
    const beside = rows.beside(first, last);
    meter.charge(WORK_PER_TEXT * beside.length);
    const inName = readNumbers(line.name.value).map(({ written }) => written);
    const numbers = rows.numbersOf(beside).filter(({ written, text }) => {
      const at = text >= first && text <= last ? inName.indexOf(written) : -1;
      if (at >= 0) inName.splice(at, 1);
      return at < 0;
    });
    return { first, last, end, beside, numbers };
  }

  /** Returns null if the number is there. */
  #compareNumber(value: PrintedValue, line: PrintedLine, place: LinePlace): LineDifference | null {
    const { numbers } = place;
    const others = new Set(
      [...line.others, line.name.value].flatMap((one) => readNumbers(one).flatMap(({ values }) => values)),
    );
    const own = line.numbers.map((one) => toCanonical(one.value));
    const wanted = toCanonical(value.value);
    const isNetAmount = value.term === 'BT-131';
    /** A number that nothing in the line explains. */
    const strange =
      numbers.find(
        (one) =>
          !(one.isPart || one.isJoined) &&
          !one.values.some((each) => own.includes(each) || others.has(each)) &&
          isAmount(one.written) === isNetAmount,
      ) ?? null;
    const count = numbers.filter(({ values }) => values.includes(wanted)).length;
    const needed = own.filter((one) => one === wanted).length + (others.has(wanted) ? 1 : 0);
    if (count > 0 && (count >= needed || strange === null)) return null;
    // A name in the middle of its cell may be beside only one of the other names.
    const near = this.#neighboursOf(place);
    const neighbours = near
      .flatMap((one) => [one, ...this.#neighboursOf(one)])
      .filter((one) => one !== place);
    if (near.length > 0) return this.#isBelow(wanted, place, neighbours) ? null : { value, number: null };
    const whole = numbers.filter(({ isPart, isJoined }) => !isPart && !isJoined);
    const isRow = isNetAmount
      ? whole.some(({ text, written }) => text > place.last && isAmount(written))
      : whole.length >= NUMBERS_OF_ROW;
    if (!isRow && this.#isNear(wanted, place)) return null;
    return { value, number: strange };
  }

  /** Finds the names of other lines beside a name: the lines of an invoice may be the columns of a table. */
  #neighboursOf(place: LinePlace): readonly LinePlace[] {
    const { texts, rows, meter } = this.#means;
    this.#byText ??= new Map(
      Array.from(this.#places.values(), (one) =>
        rangeOf(one.first, Math.min(one.last, one.first + MAX_ROWS) + 1).map(
          (index) => [index, one] as const,
        ),
      ).flat(),
    );
    // Nothing else is in the row of a name in the middle of a high cell.
    const { first, last, beside, numbers } = place;
    const all = numbers.length > 0 ? beside : rows.beside(first, last, MAX_ROWS_APART);
    meter.charge(all.length);
    const x = texts[first]?.x ?? 0;
    const found = all.flatMap((index) => {
      const text = texts[index];
      const other = this.#byText?.get(index);
      return other && other !== place && text && Math.abs(text.x - x) > text.size ? [other] : [];
    });
    return [...new Set(found)];
  }

  /** Returns whether a number is under the name, and between the names beside it. */
  #isBelow(wanted: string, { first, last }: LinePlace, neighbours: readonly LinePlace[]): boolean {
    const { texts, rows, meter } = this.#means;
    const [own, bottom] = [texts[first], texts[last]];
    if (own === undefined || bottom === undefined) return false;
    const [ends, starts, heights] = [[-Infinity], [Infinity], [-Infinity]];
    for (const { x, size, text } of neighbours.flatMap((one) => texts[one.first] ?? []))
      if (x < own.x) ends.push(x + LEAST_WIDTH * size * text.length);
      else starts.push(x);
    meter.charge(this.#places.size);
    for (const one of this.#places.values()) {
      const text = texts[one.first];
      const isOnSheet = text?.page === own.page && text.turn === own.turn;
      if (isOnSheet && text.y < bottom.y - own.size && !neighbours.includes(one)) heights.push(text.y);
    }
    const column = { left: Math.max(...ends), right: Math.min(...starts), bottom: Math.max(...heights) };
    return hasNumber(rows.numbersOf(rows.below(last, column)), wanted);
  }

  /** Returns whether a number is after the name and before that of the next line, or a little before it. */
  #isNear(wanted: string, { first, last }: LinePlace): boolean {
    const { texts, rows } = this.#means;
    this.#means.meter.charge(this.#places.size);
    this.#firsts ??= Array.from(this.#places.values(), (place) => place.first).toSorted(
      (one, other) => one - other,
    );
    const next = this.#firsts.find((one) => one > last) ?? texts.length;
    const after = rangeOf(first, Math.min(next, last + MAX_TEXTS_AFTER + 1));
    if (hasNumber(rows.numbersOf(after), wanted)) return true;
    const top = texts[first];
    const before = rangeOf(Math.max(0, first - MAX_TEXTS_BEFORE), first).filter((index) => {
      const text = texts[index];
      return (
        text &&
        top &&
        text.page === top.page &&
        text.turn === top.turn &&
        Math.abs(text.y - top.y) < 3 * top.size
      );
    });
    return hasNumber(rows.numbersOf(before), wanted);
  }
}

/** A letter is at least so wide, of the size of its font. */
const LEAST_WIDTH = 0.25;

export const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

const hasNumber = (numbers: readonly PlacedNumber[], wanted: string): boolean =>
  numbers.some(({ values }) => values.includes(toCanonical(wanted)));
