import type { MovedNumber } from '../../paged-messages.ts';
import { page, plain } from '../pristine.ts';
import { countCounters, type CounterValues } from './counters.ts';
import type { PageLabels } from './page-labels.ts';
import { PagedProblem } from './paged-problem.ts';
import { NO_VALUE, type Reference } from './rewrite-content.ts';
import { joinCounters, readTargetText } from './target-text.ts';
import { findTarget, isRepeated, readFragment, type Targets, toMove } from './targets.ts';

/** A place in the document that shows the number of a page. */
interface PageNumber {
  readonly element: Element;
  /** The fragment of the target's address. */
  readonly fragment: string;
  /** The attribute that has the number. It is null if the text of the element is the number. */
  readonly key: string | null;
  shown: number;
}

/** A reference of an element. */
interface Place {
  readonly element: Element;
  readonly reference: Reference;
  readonly target: Element;
}

/** The references of a document (css-content-3, 3), and the elements that show the number of their own page or of the last one. */
export class References {
  readonly count: number;
  /** The number of elements that are left out, because they would be printed on several pages. */
  readonly repeatedCount: number;
  readonly #numbers: readonly PageNumber[];
  readonly #totals: readonly Element[];

  /** @throws {PagedProblem} */
  constructor(
    roots: readonly (Document | ShadowRoot)[],
    references: readonly Reference[],
    targets: Targets,
    maxCount: number,
  ) {
    const places = findPlaces(roots, references, maxCount);
    requireFew(places.length, maxCount);
    const own = [...page.querySelectorAll('.pageNumber:empty')];
    const repeated = new Set(own.filter(isRepeated));
    this.#totals = [...page.querySelectorAll('.totalPages:empty')];
    this.count = places.length + own.length + this.#totals.length;
    this.repeatedCount = repeated.size;
    this.#numbers = [
      ...places
        .filter(({ reference }) => isPageNumber(reference))
        .map(({ element, target, reference: { key } }) => ({ element, target, key })),
      ...own
        .filter((element) => !repeated.has(element))
        .map((element) => ({ element, target: element, key: null })),
    ].map(({ element, target, key }) => ({
      element,
      fragment: targets.linkTo(target),
      key,
      shown: NO_VALUE,
    }));
    fillTexts(places.filter(({ reference }) => !isPageNumber(reference)));
  }

  /** Whether something in the document shows the number of a page. */
  get arePaged(): boolean {
    return this.#numbers.length + this.#totals.length > 0;
  }

  /** The fragments of the targets that are on no page. */
  get missing(): string[] {
    return this.#numbers.filter(({ shown }) => shown === NO_VALUE).map(({ fragment }) => fragment);
  }

  /** Writes the numbers that have changed. @param pages by fragment, from 1 */
  fill(pages: ReadonlyMap<string, number>, totalPages: number, labels: PageLabels): MovedNumber[] {
    const moved: MovedNumber[] = [];
    for (const number of this.#numbers) {
      const { element, fragment, key, shown } = number;
      const index = pages.get(fragment);
      const value = index === undefined ? NO_VALUE : labels.numberOf(index);
      const text = key === null ? labels.textOf(index, readStyle(element)) : `${value}`;
      if (value === shown && (key !== null || element.textContent === text)) continue;
      moved.push(toMove(fragment, shown, value));
      number.shown = value;
      if (key !== null) element.setAttribute(key, text);
      else element.textContent = text;
    }
    return [...moved, ...this.#fillTotals(labels.lastOf(totalPages))];
  }

  #fillTotals(last: number): MovedNumber[] {
    return this.#totals.flatMap((element) => {
      const shown = Number(element.textContent);
      if (shown === last) return [];
      element.textContent = `${last}`;
      return [{ kind: 'last', from: shown, to: last }];
    });
  }
}

/** @throws {PagedProblem} */
export function requireFew(count: number, maxCount: number): void {
  if (count > maxCount)
    throw new PagedProblem(`the document has more than ${maxCount.toLocaleString('en')} references`);
}

const readStyle = (element: Element): string | null => plain(element).getAttribute('data-style');

/**
 * Finds the references and their targets. References to other documents, or to no element, have no value.
 * @returns more than `maxPlaces` if there are too many
 */
function findPlaces(
  roots: readonly (Document | ShadowRoot)[],
  references: readonly Reference[],
  maxPlaces: number,
): Place[] {
  const places: Place[] = [];
  for (const root of roots)
    for (const reference of references)
      for (const element of root.querySelectorAll(`[${reference.attribute}]`)) {
        const target = findTarget(readFragment(element.getAttribute(reference.attribute) ?? ''));
        if (target !== null && places.push({ element, reference, target }) > maxPlaces) return places;
      }
  return places;
}

const isPageNumber = ({ name, parameters: [counter] }: Reference): boolean =>
  name === 'target-counter' && counter === 'page';

/** Fills in the values that do not depend on pages. */
function fillTexts(places: readonly Place[]): void {
  const isCounted = ({ reference: { name, parameters } }: Place) =>
    name !== 'target-text' || parameters[0] === 'before' || parameters[0] === 'after';
  const counted = new Set(places.filter(isCounted).map(({ target }) => target));
  const counters = countCounters(page.documentElement, counted);
  for (const { element, reference, target } of places)
    element.setAttribute(reference.key, toText(reference, target, counters.get(target)));
}

function toText(
  { name, parameters }: Reference,
  target: Element,
  counters: CounterValues = new Map(),
): string {
  const [first = '', second = '""', style] = parameters;
  if (name === 'target-text') return readTargetText(target, first || 'content', counters);
  const values = counters.get(first) ?? [0];
  return name === 'target-counter' ? `${values.at(-1)}` : joinCounters(values, second, style);
}
