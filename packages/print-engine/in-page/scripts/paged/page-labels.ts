import type { LabelRun } from '../../paged-messages.ts';
import { page } from '../pristine.ts';
import type { CounterStyles } from './counter-styles.ts';
import { MarginNumbers } from './margin-numbers.ts';
import { PREDEFINED } from './predefined-styles.ts';
import { findPageRuns, NumberRules, readRestart } from './number-rules.ts';
import { MAX_LINKED_ELEMENTS, type Targets } from './targets.ts';

/** The number of pages is not known before the first print, but margin boxes need the number of each page. */
const LEAST_NUMBERS = 1_000;

/** A number, a style or a step that begins on the page of an element. */
interface Start<Value> {
  /** It is null for the first page. */
  readonly fragment: string | null;
  readonly value: Value;
}

/** The numbers of the pages as the document counts and writes them: its page labels. */
export class PageLabels {
  /** The document counts or writes its pages in its own way. */
  readonly areOwn: boolean;
  readonly #firstPageNumber: number;
  readonly #counterStyles: CounterStyles;
  readonly #boxes: MarginNumbers;
  readonly #restarts: Start<number>[] = [];
  readonly #styles: Start<string>[] = [];
  readonly #steps: Start<number>[] = [];
  #totalPages = 0;
  /** The numbers of the pages, and of pages that the next print may have. */
  #numbers: readonly number[] = [];
  #stylesOfPages: readonly string[] = [];

  /**
   * @param firstPageNumber the number of the first page, unless the document has another one
   * @throws {PagedProblem}
   */
  constructor(targets: Targets, counterStyles: CounterStyles, firstPageNumber: number) {
    this.#counterStyles = counterStyles;
    this.#boxes = new MarginNumbers(counterStyles);
    this.#firstPageNumber = firstPageNumber;
    const rules = new NumberRules();
    const restarting = rules.mayRestart ? findRestarting() : [];
    this.areOwn = restarting.length > 0 || rules.areOwn || (rules.boxes.length > 0 && firstPageNumber !== 1);
    if (!this.areOwn) return;
    this.#addNamedPages(rules, targets);
    for (const { element, number } of restarting)
      this.#restarts.push({ fragment: toFragment(element, targets), value: number });
    this.#boxes.add(rules.boxes);
    rules.removeCounters();
  }

  #addNamedPages({ restarts, styles, steps }: NumberRules, targets: Targets): void {
    const all = styles.get('');
    const step = steps.get('') ?? 1;
    const first = restarts.get('');
    if (first !== undefined) this.#restarts.push({ fragment: null, value: first });
    this.#styles.push({ fragment: null, value: all ?? 'decimal' });
    this.#steps.push({ fragment: null, value: step });
    const isNamed = [restarts, styles, steps].some((values) =>
      [...values.keys()].some((name) => name !== ''),
    );
    for (const { element, name } of isNamed
      ? findPageRuns(page.documentElement, MAX_LINKED_ELEMENTS + 1)
      : []) {
      const fragment = toFragment(element, targets);
      const restart = name === '' ? undefined : restarts.get(name);
      if (restart !== undefined) this.#restarts.push({ fragment, value: restart });
      this.#styles.push({ fragment, value: styles.get(name) ?? all ?? 'decimal' });
      this.#steps.push({ fragment, value: steps.get(name) ?? step });
    }
  }

  /**
   * Counts the pages, and writes the numbers into the margin boxes.
   * @param pages by fragment, from 1
   * @returns the numbers that the margin boxes had wrong
   */
  count(pages: ReadonlyMap<string, number>, totalPages: number): string[] {
    if (!this.areOwn) return [];
    this.#totalPages = totalPages;
    const steps = spread(this.#steps, pages, Math.max(totalPages, LEAST_NUMBERS));
    const restarts = new Map(place(this.#restarts, pages).map(({ page: start, value }) => [start, value]));
    let number = this.#firstPageNumber - 1;
    this.#numbers = steps.map(({ value: step }, index) => {
      number = restarts.get(index + 1) ?? number + step;
      return number;
    });
    this.#stylesOfPages = spread(this.#styles, pages, totalPages).map(({ value }) => value);
    return this.#boxes.fill(this.#numbers, totalPages, this.lastOf(totalPages));
  }

  /** Returns the number of the last page, as `counter(pages)` does. Numbers that start again do not change it. */
  lastOf(totalPages: number): number {
    return totalPages + this.#firstPageNumber - 1;
  }

  /** @param index the index of the page, from 1 */
  numberOf(index: number): number {
    return this.#numbers[index - 1] ?? index + this.#firstPageNumber - 1;
  }

  /** Returns whether the second page follows the first one, has the next number, and is numbered in the same style. */
  isNext(first: number, second: number): boolean {
    const isInStyle = this.#stylesOfPages[first - 1] === this.#stylesOfPages[second - 1];
    return second === first + 1 && isInStyle && this.numberOf(second) === this.numberOf(first) + 1;
  }

  /** Writes the number of a page, or returns an empty text if there is no page. @param style the counter style, or null for that of the page */
  textOf(index: number | undefined, style: string | null): string {
    if (index === undefined) return '';
    return this.#counterStyles.format(
      this.numberOf(index),
      style ?? this.#stylesOfPages[index - 1] ?? 'decimal',
    );
  }

  /** Returns the pages that follow each other and are numbered alike, or null if the document does not number its pages. */
  listRuns(): LabelRun[] | null {
    if (!this.areOwn) return null;
    const runs: (LabelRun & { readonly texts: string[] | null })[] = [];
    for (const [index, number] of this.#numbers.slice(0, this.#totalPages).entries()) {
      const style = this.#stylesOfPages[index] ?? 'decimal';
      const isNext = number === (this.#numbers[index - 1] ?? Number.NaN) + 1;
      if (!isNext || runs.at(-1)?.style !== style)
        runs.push({ page: index + 1, number, style, texts: this.#counterStyles.has(style) ? [] : null });
      runs.at(-1)?.texts?.push(this.textOf(index + 1, style));
    }
    // A document can use a long name in many runs.
    return runs.map((run) => ({ ...run, style: PREDEFINED.has(run.style) ? run.style : 'decimal' }));
  }
}

/** Returns null for the root and the body, whose places are those of their content. */
const toFragment = (element: Element, targets: Targets): string | null =>
  element === page.documentElement || element === page.body ? null : targets.add(element);

function findRestarting(): { element: Element; number: number }[] {
  const found: { element: Element; number: number }[] = [];
  for (const element of page.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const number = style.display === 'none' ? null : readRestart(style);
    if (number !== null && found.push({ element, number }) > MAX_LINKED_ELEMENTS) break;
  }
  return found;
}

/** Returns the pages on which something begins, in their order. An element may be on no page. */
const place = <Value>(starts: readonly Start<Value>[], pages: ReadonlyMap<string, number>) =>
  starts
    .flatMap(({ fragment, value }) => {
      const number = fragment === null ? 1 : pages.get(fragment);
      return number === undefined ? [] : [{ page: number, value }];
    })
    .toSorted((one, other) => one.page - other.page);

/** Returns for each page what began last. If two begin on one page, this is the later one in the document. */
function spread<Value>(
  starts: readonly Start<Value>[],
  pages: ReadonlyMap<string, number>,
  totalPages: number,
): { page: number; value: Value }[] {
  const placed = place(starts, pages);
  let at = 0;
  return Array.from({ length: totalPages }, (_, index) => {
    while ((placed[at + 1]?.page ?? Infinity) <= index + 1) at += 1;
    return placed[at];
  }).filter((start) => start !== undefined);
}
