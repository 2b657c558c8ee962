import { MARK } from './leaders.ts';
import { describeLast, describeTarget, MAX_NAME_CHARACTERS, toName } from './moved.ts';
import { page, plain } from '../pristine.ts';
import { countCounters, type CounterValues } from './counters.ts';
import type { PageLabels } from './page-labels.ts';
import { type PageNumber, readNumber, widen, writeNumber } from './page-number.ts';
import { PagedProblem } from './paged-problem.ts';
import { NO_VALUE, type Reference } from './rewrite-content.ts';
import { joinCounters, readTargetText, type WriteCounter } from './target-text.ts';
import { findTarget, isRepeated, readFragment } from './fragments.ts';
import type { Targets } from './targets.ts';

/** A reference of an element. */
interface Place {
  readonly element: Element;
  readonly reference: Reference;
  readonly target: Element;
}

/** A reference that leads to no element. */
interface Dangling {
  readonly element: Element;
  readonly reference: Reference;
  readonly fragment: string;
}

interface FoundReferences {
  readonly places: readonly Place[];
  readonly dangling: readonly Dangling[];
}

/** The references of a document (css-content-3, 3), and the elements that show the number of their own page or of the last one. */
export class References {
  readonly count: number;
  /** The number of elements that are left out, because they would be printed on several pages. */
  readonly repeatedCount: number;
  /** The fragments of printed references that lead to no element. */
  readonly dangling: readonly string[];
  readonly #find: () => FoundReferences;
  readonly #maxCount: number;
  readonly #targets: Targets;
  readonly #write: WriteCounter;
  #places: readonly Place[];
  /** The references to pages. */
  #references: readonly PageNumber[];
  /** The elements that show their own pages. */
  readonly #own: readonly PageNumber[];
  readonly #totals: readonly Element[];
  /** The number of the last page as it is written. */
  #total = Number.NaN;

  /** @throws {PagedProblem} */
  constructor(
    roots: readonly (Document | ShadowRoot)[],
    references: readonly Reference[],
    targets: Targets,
    { maxCount, write }: { readonly maxCount: number; readonly write: WriteCounter },
  ) {
    this.#find = () => findPlaces(roots, references, maxCount);
    this.#maxCount = maxCount;
    this.#targets = targets;
    this.#write = write;
    const { places, dangling } = this.#find();
    requireFew(places.length, maxCount);
    this.dangling = listPrinted(dangling);
    const own = [...page.querySelectorAll('.pageNumber:empty')];
    const repeated = new Set(own.filter(isRepeated));
    this.#totals = [...page.querySelectorAll('.totalPages:empty')];
    this.count = places.length + own.length + this.#totals.length;
    this.repeatedCount = repeated.size;
    this.#places = places;
    this.#references = this.#toNumbers(places, []);
    this.#own = own
      .filter((element) => !repeated.has(element))
      .map((element) => toNumber(element, null, readStyle(element), targets.add(element)));
    fillTexts(this.#texts, write);
  }

  /** Something in the document shows the number of a page. */
  get arePaged(): boolean {
    return this.#numbers.length + this.#totals.length > 0;
  }

  /** A text of the document may have the number of its page. */
  get areInTexts(): boolean {
    return this.#own.length + this.#totals.length > 0;
  }

  /** The fragments of the targets that are on no page. */
  get missing(): string[] {
    return this.#numbers.filter(({ shown }) => shown === NO_VALUE).map(({ fragment }) => fragment);
  }

  get #numbers(): readonly PageNumber[] {
    return [...this.#references, ...this.#own];
  }

  /** The references whose values do not depend on pages. */
  get #texts(): readonly Place[] {
    return this.#places.filter(({ reference }) => !isPageNumber(reference));
  }

  /** @param known those whose element and target are the same stay */
  #toNumbers(places: readonly Place[], known: readonly PageNumber[]): PageNumber[] {
    const knownOf = Map.groupBy(known, ({ element }) => element);
    return places
      .filter(({ reference }) => isPageNumber(reference))
      .map((place) => {
        const { element, target, reference } = place;
        const fragment = this.#targets.add(target);
        const isSame = (number: PageNumber) => number.key === reference.key && number.fragment === fragment;
        return (
          knownOf.get(element)?.find(isSame) ??
          toNumber(element, reference.key, reference.parameters[1] ?? 'decimal', fragment)
        );
      });
  }

  /** Reads the addresses of the references as they were printed, and writes what a script has changed, or has made wrong. @returns what was printed otherwise */
  restore(): string[] {
    const addressed = this.#readAddresses();
    const numbers = this.#numbers.filter((number) => readNumber(number) !== number.text);
    for (const number of numbers) writeNumber(number);
    const totals = this.#totals.filter((element) => plain(element).textContent !== `${this.#total}`);
    for (const element of totals) plain(element).textContent = `${this.#total}`;
    return [
      ...addressed,
      ...numbers.map(
        ({ fragment }) => `the number of the page of "${toName(fragment)}" was changed by a script`,
      ),
      ...totals.map(() => 'the number of the last page was changed by a script'),
      ...fillTexts(this.#texts, this.#write),
    ];
  }

  /** A script may change addresses, and add and remove references. */
  #readAddresses(): string[] {
    const { places } = this.#find();
    if (places.length > this.#maxCount) return ['references were added by a script'];
    const before = Map.groupBy(this.#places, ({ element }) => element);
    const after = Map.groupBy(places, ({ element }) => element);
    const added = places.filter(
      (place) =>
        !before.get(place.element)?.some((known) => isSameKey(known, place) && known.target === place.target),
    );
    const dropped = this.#places.filter(
      (place) =>
        plain(place.element).isConnected && !after.get(place.element)?.some((now) => isSameKey(now, place)),
    );
    for (const { element, reference } of dropped) plain(element).removeAttribute(reference.key);
    this.#places = places;
    this.#references = this.#toNumbers(places, this.#references);
    return [...added, ...dropped].map(() => 'the address of a reference was changed by a script');
  }

  /** Writes the numbers that have changed. @param pages by fragment, from 1 */
  fill(pages: ReadonlyMap<string, number>, totalPages: number, labels: PageLabels): string[] {
    const moved: string[] = [];
    for (const number of this.#numbers) {
      const { fragment, style, shown } = number;
      const index = pages.get(fragment);
      const value = index === undefined ? NO_VALUE : labels.numberOf(index);
      const text = widen(number, labels.textOf(index, style));
      if (value === shown && text === number.text) continue;
      moved.push(describeTarget(fragment, shown, value));
      if (number.text !== '') number.past.push(number.text);
      Object.assign(number, { shown: value, text });
      writeNumber(number);
    }
    return [...moved, ...this.#fillTotals(labels.lastOf(totalPages))];
  }

  #fillTotals(last: number): string[] {
    const shown = this.#total;
    if (shown === last) return [];
    this.#total = last;
    return this.#totals.map((element) => {
      plain(element).textContent = `${last}`;
      return describeLast(shown, last);
    });
  }
}

const isSameKey = (one: Place, other: Place): boolean => one.reference.key === other.reference.key;

const toNumber = (
  element: Element,
  key: string | null,
  style: string | null,
  fragment: string,
): PageNumber => ({ element, key, style, fragment, shown: NO_VALUE, text: '', past: [] });

/** @throws {PagedProblem} */
export function requireFew(count: number, maxCount: number): void {
  if (count > maxCount)
    throw new PagedProblem(`the document has more than ${maxCount.toLocaleString('en')} references`);
}

const readStyle = (element: Element): string | null => plain(element).getAttribute('data-style');

/**
 * Finds the references and their targets. References to other documents, or to no element, have no value.
 * @returns more than `maxPlaces` places if there are too many
 */
function findPlaces(
  roots: readonly (Document | ShadowRoot)[],
  references: readonly Reference[],
  maxPlaces: number,
): FoundReferences {
  const places: Place[] = [];
  const dangling: Dangling[] = [];
  for (const root of roots)
    for (const reference of references)
      for (const element of root.querySelectorAll(`[${reference.attribute}]`)) {
        const fragment = readFragment(plain(element).getAttribute(reference.attribute) ?? '');
        const target = findTarget(fragment);
        if (target === null && fragment !== '') dangling.push({ element, reference, fragment });
        if (target !== null && places.push({ element, reference, target }) > maxPlaces)
          return { places, dangling };
      }
  return { places, dangling };
}

/** Any link has the attribute of a reference, so this returns the fragments of those whose boxes have it. */
export function listPrinted(dangling: readonly Dangling[]): string[] {
  for (const { element, reference } of dangling) plain(element).setAttribute(reference.key, MARK);
  const printed = dangling.filter(
    ({ element }) =>
      plain(element).checkVisibility() &&
      ['::before', '::after', '::marker'].some((pseudo) =>
        getComputedStyle(element, pseudo).content.includes(MARK),
      ),
  );
  for (const { element, reference } of dangling) plain(element).removeAttribute(reference.key);
  return printed.map(({ fragment }) => fragment);
}

export const isPageNumber = ({ name, parameters: [counter] }: Reference): boolean =>
  name === 'target-counter' && counter === 'page';

/** Fills in the values that do not depend on pages. @returns what has changed */
function fillTexts(places: readonly Place[], write: WriteCounter): string[] {
  const isCounted = ({ reference: { name, parameters } }: Place) =>
    name !== 'target-text' || parameters[0] === 'before' || parameters[0] === 'after';
  const counted = new Set(places.filter(isCounted).map(({ target }) => target));
  const counters = countCounters(page.documentElement, counted);
  return places.flatMap(({ element, reference, target }) => {
    const text = toText(reference, target, counters.get(target), write);
    const shown = plain(element).getAttribute(reference.key) ?? '';
    if (shown === text) return [];
    plain(element).setAttribute(reference.key, text);
    return [
      `a reference was printed as "${shown.slice(0, MAX_NAME_CHARACTERS)}" and is "${text.slice(0, MAX_NAME_CHARACTERS)}"`,
    ];
  });
}

function toText(
  { name, parameters }: Reference,
  target: Element,
  counters: CounterValues = new Map(),
  write: WriteCounter,
): string {
  const [first = '', second, style] = parameters;
  if (name === 'target-text') return readTargetText(target, first || 'content', counters, write);
  const values = counters.get(first) ?? [0];
  return name === 'target-counter'
    ? write(values.at(-1) ?? 0, second ?? 'decimal')
    : joinCounters(values, { separator: second ?? '""', style, write });
}
