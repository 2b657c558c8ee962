import { describeTarget, MAX_NAME_CHARACTERS } from './moved.ts';
import { plain } from '../pristine.ts';
import type { PageLabels } from './page-labels.ts';
import { NO_VALUE } from './rewrite-content.ts';
import { findTarget, isRepeated, readFragment } from './fragments.ts';
import type { Targets } from './targets.ts';

interface Entry {
  readonly link: HTMLElement;
  readonly fragment: string;
  /** From 1, or `NO_VALUE`. */
  page: number;
  /** The number of the page that a print had, or `NO_VALUE`. */
  shown: number;
  /** The number as it is written. */
  text: string;
}

/** The pages of an entry of an index. */
interface PageList {
  readonly element: Element;
  readonly separator: string;
  readonly rangeSeparator: string;
  /** The counter style of all numbers. It is null if each page has its own. */
  readonly style: string | null;
  readonly entries: readonly Entry[];
  /** The text of the list as it is written. */
  text: string;
}

/** Two consecutive pages are not a range, as in indexes of LaTeX and XSL-FO. */
const LEAST_IN_RANGE = 3;

/** Elements with the class `pageNumbers`. Their links become one list of pages: `3, 7–9`. */
export class PageLists {
  readonly #lists: readonly PageList[];
  /** The number of lists that are left out, because they would be printed on several pages. */
  readonly repeatedCount: number;
  /** The number of links. */
  readonly count: number;
  /** The fragments of links that lead to no element. */
  readonly dangling: string[] = [];

  constructor(roots: readonly (Document | ShadowRoot)[], targets: Targets, maxLinks: number) {
    const elements = roots.flatMap((root) => [...root.querySelectorAll('.pageNumbers:has(> a[href])')]);
    const repeated = new Set(elements.filter(isRepeated));
    this.repeatedCount = repeated.size;
    const lists: PageList[] = [];
    let count = 0;
    for (const element of elements) {
      const links = listLinks(element);
      count += links.length;
      if (count > maxLinks) break;
      if (!repeated.has(element) && links.length > 0) lists.push(this.#toList(element, links, targets));
    }
    this.#lists = lists;
    this.count = count;
  }

  #toList(element: Element, links: readonly HTMLElement[], targets: Targets): PageList {
    return {
      element,
      separator: plain(element).getAttribute('data-separator') ?? ', ',
      rangeSeparator: plain(element).getAttribute('data-range-separator') ?? '\u{2013}',
      style: plain(element).getAttribute('data-style'),
      entries: links.flatMap((link) => {
        const fragment = readFragment(link.getAttribute('href') ?? '');
        const target = findTarget(fragment);
        if (target === null && fragment !== '') this.dangling.push(fragment);
        return target === null
          ? []
          : [{ link, fragment: targets.add(target), page: NO_VALUE, shown: NO_VALUE, text: '' }];
      }),
      text: plain(element).textContent ?? '',
    };
  }

  /** The fragments of the links whose target is on no page. */
  get missing(): string[] {
    return this.#lists.flatMap(({ entries }) =>
      entries.filter(({ shown }) => shown === NO_VALUE).map(({ fragment }) => fragment),
    );
  }

  /** Writes the lists that a script has changed. @returns what was printed otherwise */
  restore(labels: PageLabels): string[] {
    const changed = this.#lists.filter(({ element, text }) => plain(element).textContent !== text);
    for (const list of changed) write(list, labels);
    return changed.map(
      ({ text }) => `the list of pages "${text.slice(0, MAX_NAME_CHARACTERS)}" was changed by a script`,
    );
  }

  /** Writes the lists that have changed. @param pages by fragment, from 1 */
  fill(pages: ReadonlyMap<string, number>, labels: PageLabels): string[] {
    return this.#lists.flatMap((list) => {
      const moved = list.entries.flatMap((entry) => {
        const { page, shown, text } = entry;
        entry.page = pages.get(entry.fragment) ?? NO_VALUE;
        entry.shown = entry.page === NO_VALUE ? NO_VALUE : labels.numberOf(entry.page);
        entry.text = labels.textOf(pages.get(entry.fragment), list.style);
        const isSame = entry.page === page && entry.shown === shown && entry.text === text;
        return isSame ? [] : [describeTarget(entry.fragment, shown, entry.shown)];
      });
      if (moved.length > 0) write(list, labels);
      return moved;
    });
  }
}

/** Returns nothing if the element has a text of its own. */
function listLinks(element: Element): HTMLAnchorElement[] {
  if (plain(element).textContent?.trim() !== '') return [];
  return Array.from(plain(element).children).filter((child) => child instanceof HTMLAnchorElement);
}

/** Sorts the links by page. Of the links to one page, and of those in a range, only the first and the last are displayed. */
function write(list: PageList, labels: PageLabels): void {
  const { element, separator, rangeSeparator, entries } = list;
  for (const { link } of entries) link.style.setProperty('display', 'none', 'important');
  const placed = entries.filter(({ page }) => page !== NO_VALUE).sort((a, b) => a.page - b.page);
  const pages = placed.filter(({ page }, index) => page !== placed[index - 1]?.page);
  const nodes: (Node | string)[] = [];
  for (const range of toRanges(pages, labels)) {
    if (nodes.length > 0) nodes.push(separator);
    for (const [index, { link, text }] of range.entries()) {
      if (index > 0) nodes.push(rangeSeparator);
      link.textContent = text;
      link.style.removeProperty('display');
      nodes.push(link);
    }
  }
  const displayed = new Set(nodes);
  const others = entries.map(({ link }) => link).filter((link) => !displayed.has(link));
  plain(element).replaceChildren(...nodes, ...others);
  list.text = plain(element).textContent ?? '';
}

/** Returns the first and the last page of each range, or single pages. */
function toRanges(pages: readonly Entry[], labels: PageLabels): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of pages) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (last !== undefined && labels.isNext(last.page, entry.page)) run?.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) =>
    run.length < LEAST_IN_RANGE
      ? run.map((entry) => [entry])
      : [[run[0], run.at(-1)].filter((entry) => entry !== undefined)],
  );
}
