import type { RandomBook } from './random-book.ts';

/** A book as a reader sees it. */
export interface BookReading {
  /** The text of each page, in the order of its content, without spaces. */
  readonly pages: readonly string[];
  /** The number of each page, or null if the reader does not say. */
  readonly labels: readonly string[] | null;
  /** The title and the page of each bookmark, or null if the reader does not say. */
  readonly bookmarks: readonly (readonly [title: string, page: number])[] | null;
}

export interface BookCheck {
  readonly checked: number;
  readonly wrong: readonly string[];
  /** How many references lead to a target that no page shows or that is not certain, and that a warning names. */
  readonly named: number;
  /** References to targets that the reader finds on no page, and lists that it does not find. */
  readonly unseen: readonly string[];
}

/**
 * Compares each number, title, label and bookmark with the places where a reader finds the texts of their targets.
 * @param warnings the messages of the print, which name elements whose page is not certain
 */
export function checkBook(book: RandomBook, reading: BookReading, warnings: readonly string[]): BookCheck {
  const checker = new BookChecker(book, reading, warnings);
  checker.checkNumbers();
  checker.checkTexts();
  checker.checkLists();
  checker.checkRunningTitles();
  checker.checkOutline();
  return checker;
}

class BookChecker implements BookCheck {
  checked = 0;
  named = 0;
  readonly unseen: string[] = [];
  readonly wrong: string[] = [];
  readonly #book: RandomBook;
  readonly #reading: BookReading;
  readonly #all: string;
  /** By target, the pages that show the whole text with which it begins, or its picture. */
  readonly #places: readonly (readonly number[])[];
  readonly #labels: readonly number[];
  readonly #named: ReadonlySet<number>;
  /** The warnings name elements that are cut at the edge of a page, and the elements with own numbers have no name, or the same one. */
  readonly #mayLackNumbers: boolean;

  constructor(book: RandomBook, reading: BookReading, warnings: readonly string[]) {
    this.#book = book;
    this.#named = new Set(
      book.targets.flatMap(({ id }, index) =>
        warnings.some((message) => message.includes(`"#${id}"`)) ? [index] : [],
      ),
    );
    this.#mayLackNumbers = warnings.some((message) => /"(?:<b>|#twin)"|more elements are not/.test(message));
    this.#reading = reading;
    this.#all = reading.pages.join('');
    this.#places = book.targets.map(({ isPicture }, index) =>
      this.#pagesWith(isPicture ? `P${index}p` : `~H${index}h`),
    );
    this.#labels = this.#count();
  }

  /** A line that is cut by the edge of a page is on two pages. */
  #pagesWith(text: string): number[] {
    return this.#reading.pages.flatMap((page, index) => (page.includes(text) ? [index + 1] : []));
  }

  /** Counts the pages as the restarts of the book say. */
  #count(): number[] {
    const restarts = new Map(
      this.#book.targets.flatMap(({ restartsAt }, index) => {
        const [page] = this.#places[index] ?? [];
        return restartsAt === null || page === undefined ? [] : [[page, restartsAt] as const];
      }),
    );
    let number = (this.#book.job.firstPageNumber ?? 1) - 1;
    return this.#reading.pages.map((_, index) => (number = restarts.get(index + 1) ?? number + 1));
  }

  #labelOf(page: number): string {
    return `${this.#labels[page - 1]}`;
  }

  #expect(what: string, is: string, expected: readonly string[]): void {
    this.checked += 1;
    if (!expected.includes(is))
      this.wrong.push(`${what}: ${is} instead of ${expected.join(' or ') || 'nothing'}`);
  }

  /** Elements with one id are the target of one reference, so it may be the page of each of them. */
  #twins(index: number): number[] {
    const id = this.#book.targets[index]?.id;
    return this.#book.targets.flatMap((target, other) => (target.id === id ? [other] : []));
  }

  /** The page of a target that no page shows is not known, nor which of its twins is the target. */
  #areSeen(twins: readonly number[]): boolean {
    return twins.every((twin) => (this.#places[twin] ?? []).length > 0);
  }

  checkNumbers(): void {
    for (const [what, own, number = ''] of this.#all.matchAll(/O(\d+)o:(\d*);/g)) {
      const pages = this.#pagesWith(`O${own}o`);
      if (number === '' && (pages.length > 1 || this.#mayLackNumbers)) {
        this.named += 1;
        continue;
      }
      this.#expect(
        `own number ${what}`,
        number,
        pages.map((page) => this.#labelOf(page)),
      );
    }
    for (const [what, , target, number = ''] of this.#all.matchAll(/R(\d+)r(\d+):(\d*);/g)) {
      const twins = this.#twins(Number(target));
      if (twins.some((twin) => this.#named.has(twin))) {
        this.named += 1;
        continue;
      }
      const pages = twins.flatMap((twin) => this.#places[twin] ?? []);
      if (!this.#areSeen(twins)) this.unseen.push(`${what} is to a target on no page`);
      else
        this.#expect(
          `reference ${what}`,
          number,
          pages.map((page) => this.#labelOf(page)),
        );
    }
  }

  checkTexts(): void {
    for (const [what, , target, text = ''] of this.#all.matchAll(/Q(\d+)q(\d+):([^;]*);/g))
      this.#expect(
        `text ${what}`,
        /^H\d+h/.exec(text)?.[0] ?? '',
        this.#twins(Number(target)).map((twin) => `H${twin}h`),
      );
    const numbers = new Map(
      Array.from(this.#all.matchAll(/«([\d.]+)»~H(\d+)h/g), ([, number = '', index]) => [
        Number(index),
        number,
      ]),
    );
    for (const [what, , target, number = ''] of this.#all.matchAll(/C(\d+)c(\d+):([\d.]*);/g)) {
      const printed = this.#twins(Number(target)).map((twin) => numbers.get(twin));
      const known = printed.filter((own) => own !== undefined);
      if (known.length === printed.length)
        this.#expect(`counter ${what}`, toDigits(number), known.map(toDigits));
    }
  }

  checkLists(): void {
    for (const [index, { targets }] of this.#book.lists.entries()) {
      // With twins or a text on two pages, several lists would be right.
      const twins = targets.map((target) => this.#twins(target));
      const places = twins.map((all) => [...new Set(all.flatMap((twin) => this.#places[twin] ?? []))]);
      if (!twins.every((all) => this.#areSeen(all)) || places.some(({ length }) => length > 1)) continue;
      const found = new RegExp(`X${index}x:([^;]*);`).exec(this.#all);
      if (found === null) this.unseen.push(`list ${index} is on no page`);
      else this.#expect(`list ${index}`, found[1] ?? '', [this.#toList(places.flat())]);
    }
  }

  #toList(pages: readonly number[]): string {
    const runs: number[][] = [];
    for (const page of [...new Set(pages)].toSorted((one, other) => one - other)) {
      const last = runs.at(-1)?.at(-1) ?? -1;
      const isNext = page === last + 1 && Number(this.#labelOf(page)) === Number(this.#labelOf(last)) + 1;
      if (isNext) runs.at(-1)?.push(page);
      else runs.push([page]);
    }
    const ranges = runs.flatMap((run) =>
      run.length < 3
        ? run.map((page) => this.#labelOf(page))
        : [`${this.#labelOf(run[0] ?? 0)}–${this.#labelOf(run.at(-1) ?? 0)}`],
    );
    return ranges.join(',');
  }

  checkRunningTitles(): void {
    const { targets, hasSections } = this.#book;
    const titles = targets.flatMap(({ isHeading }, index) => (isHeading ? [index] : []));
    // Where a title is that no page shows is not known.
    if (titles.some((index) => this.#places[index]?.length === 0)) return;
    this.#checkMargin('F', titles, 'first');
    this.#checkMargin('L', titles, 'last');
    if (hasSections)
      this.#checkMargin(
        'B',
        titles.filter((index) => targets[index]?.isChapter),
        'first',
      );
  }

  #checkMargin(mark: string, titles: readonly number[], which: 'first' | 'last'): void {
    let before: string[] = [''];
    for (const [index, text] of this.#reading.pages.entries()) {
      const onPage = titles
        .filter((title) => this.#places[title]?.includes(index + 1))
        .map((title) => `H${title}h`);
      const isCut = titles.some(
        (title) => (this.#places[title]?.length ?? 0) > 1 && this.#places[title]?.includes(index + 1),
      );
      const [expected = ''] = onPage.length === 0 ? before : which === 'first' ? onPage : onPage.slice(-1);
      const [, shown] = new RegExp(`\\[${mark}:(H\\d+h)?`).exec(text) ?? [];
      if (text.includes(`[${mark}:`) && !isCut)
        this.#expect(`string ${mark} on page ${index + 1}`, shown ?? '', [expected]);
      if (onPage.length > 0) before = onPage.slice(-1);
    }
  }

  checkOutline(): void {
    const { labels, bookmarks } = this.#reading;
    for (const [index, label] of (labels ?? []).entries())
      this.#expect(`label of page ${index + 1}`, label, [this.#labelOf(index + 1)]);
    for (const [title, page] of bookmarks ?? []) {
      const [, index] = /^H(\d+)h/.exec(title) ?? [];
      const pages = this.#places[Number(index)] ?? [];
      if (pages.length > 0) this.#expect(`bookmark ${title}`, `${page}`, pages.map(String));
    }
  }
}

/** Readers do not find each period of a vertical text. */
const toDigits = (number: string): string => number.replaceAll('.', '');
