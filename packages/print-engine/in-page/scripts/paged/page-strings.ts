import { type CssToken, readCssTokens } from '@platen/markup';
import type { TargetPlace } from '../../paged-messages.ts';
import {
  spreadString,
  type StringAssignment,
  type StringUse,
  toStringProperty,
} from '../../named-strings.ts';
import { page, plain } from '../pristine.ts';
import { countCounters, type CounterValues } from './counters.ts';
import { toText, trim } from './css-tokens.ts';
import { MarginStrings } from './margin-strings.ts';
import { measureTop } from './measure-top.ts';
import type { PageLabels } from './page-labels.ts';
import { PagedProblem } from './paged-problem.ts';
import { inDocumentOrder } from './script-changes.ts';
import type { Targets } from './targets.ts';
import { readContentList, type WriteCounter } from './target-text.ts';
import { OWN } from './own-names.ts';

const MAX_CHARACTERS = 200;

/** Each string has a text for each page. */
const MAX_BOX_STRINGS = 20;

const PIXELS_PER_POINT = 96 / 72;
const ROUNDING_PX = 2;

/** A value of a string. */
interface StringValue {
  readonly name: string;
  /** @param page of the element, from 1 */
  readonly toValue: (page: number, labels: PageLabels, totalPages: number) => string;
}

interface Assigned extends StringValue {
  readonly fragment: string;
  /** The distance of the element from the top of its page if nothing is above it. An element without a box is never at the top. */
  readonly topPx: number;
}

/** An element with `string-set`. */
interface Declared {
  readonly element: Element;
  readonly value: string;
  readonly assignments: Assignments;
}

interface Linked extends Declared, Pick<Assigned, 'fragment' | 'topPx'> {}

interface StringOptions {
  /** A pixel of the page is this many pixels on paper. */
  readonly scale: number;
  readonly maxAssignments: number;
  readonly write: WriteCounter;
}

/** Named strings (css-gcpm-3, 1): the texts of elements that margin boxes, headers and footers show. */
export class PageStrings {
  readonly #bands: readonly StringUse[];
  readonly #boxes = new MarginStrings();
  readonly #write: WriteCounter;
  #linked: readonly Linked[] = [];
  #assigned: readonly Assigned[] = [];
  /** The fragment of an element at the top of each page. */
  readonly #edge: string | null = null;
  readonly #scale: number;

  /**
   * @throws {PagedProblem}
   */
  constructor(
    bands: readonly StringUse[],
    targets: Targets,
    { scale, maxAssignments, write }: StringOptions,
  ) {
    this.#bands = bands;
    this.#scale = scale;
    this.#write = write;
    if (this.count === 0) return;
    const all = Array.from(page.querySelectorAll('body, body *'));
    const elements = this.#findElements(all);
    this.#requireFew(elements, maxAssignments);
    const placeOf = findPlaces(all, new Set(elements.map(({ element }) => element)));
    // Chromium looks each linked element up on each page, so elements are linked only for `string(name, start)`.
    const needsTops = [...this.#bands, ...this.#boxes.uses].some(({ position }) => position === 'start');
    // Before the first link: each change of the document would make Chromium lay it out again for the next measure.
    const tops = elements.map(({ element }) =>
      !needsTops || placeOf.has(element) ? -Infinity : measureTop(element),
    );
    const values = this.#readValues(elements);
    this.#linked = elements.map((declared, index) => {
      const placed = placeOf.get(declared.element) ?? declared.element;
      const fragment = needsTops ? targets.linkTo(placed) : targets.add(placed);
      return { ...declared, fragment, topPx: tops[index] ?? -Infinity };
    });
    this.#assign(values);
    if (needsTops && this.#assigned.length > 0) this.#edge = targets.linkToEdge('top');
  }

  /** Reads the values again, which a script may have changed or moved. */
  read(): void {
    this.#linked = inDocumentOrder(this.#linked);
    this.#assign(this.#readValues(this.#linked));
  }

  #assign(values: ReadonlyMap<Element, readonly StringValue[]>): void {
    this.#assigned = this.#linked.flatMap(({ element, fragment, topPx }) =>
      (values.get(element) ?? []).map((value) => ({ ...value, fragment, topPx })),
    );
  }

  #readValues(elements: readonly Declared[]): Map<Element, StringValue[]> {
    const write = this.#write;
    const counted = elements.filter(({ value }) => /counter|before|after/i.test(value));
    const counters = countCounters(page.documentElement, new Set(counted.map(({ element }) => element)));
    return new Map(
      elements.map(({ element, assignments }) => [
        element,
        assignments.map(({ name, content }) => ({
          name,
          toValue: toReader(content, element, { counters: counters.get(element), write }),
        })),
      ]),
    );
  }

  /** Finds the elements that set strings that are shown. Many elements have the same declaration, which is read once. */
  #findElements(all: readonly Element[]): Declared[] {
    const shown = new Set([...this.#bands, ...this.#boxes.uses].map(({ name }) => name));
    const known = new Map<string, Assignments>();
    return all.flatMap((element) => {
      const value = getComputedStyle(element).getPropertyValue(`--${OWN}-string-set`).trim();
      if (value === '' || value === 'none') return [];
      const assignments = known.get(value) ?? readAssignments(value).filter(({ name }) => shown.has(name));
      known.set(value, assignments);
      return assignments.length > 0 ? [{ element, value, assignments }] : [];
    });
  }

  /** @throws {PagedProblem} */
  #requireFew(elements: readonly Declared[], maxAssignments: number): void {
    if (this.#boxes.count > MAX_BOX_STRINGS)
      throw new PagedProblem(`margin boxes show more than ${MAX_BOX_STRINGS} named strings`);
    const count = elements.reduce((sum, { assignments }) => sum + assignments.length, 0);
    if (count > maxAssignments)
      throw new PagedProblem(`\`string-set\` sets more than ${maxAssignments.toLocaleString('en')} values`);
  }

  /** The number of `string()` functions in bands and margin boxes. */
  get count(): number {
    return this.#bands.length + this.#boxes.count;
  }

  /**
   * Writes the strings into the margin boxes.
   * @returns the first page of each string that was printed with another text
   */
  fill(places: readonly TargetPlace[], totalPages: number, labels: PageLabels): string[] {
    return this.#boxes
      .fill(this.#place(places, totalPages, labels), totalPages)
      .map(({ page: number, name }) => `page ${number} was printed with another text of string(${name})`);
  }

  /** Returns for each page the texts that bands show, by custom property. */
  listBandTexts(
    places: readonly TargetPlace[],
    totalPages: number,
    labels: PageLabels,
  ): Record<string, string>[] {
    if (this.#bands.length === 0) return [];
    const assignments = this.#place(places, totalPages, labels);
    const texts = this.#bands.map((use) => ({
      property: toStringProperty(use),
      ofPages: spreadString(assignments.get(use.name) ?? [], use.position, totalPages),
    }));
    return Array.from({ length: totalPages }, (_, index) =>
      Object.fromEntries(texts.map(({ property, ofPages }) => [property, ofPages[index] ?? ''])),
    );
  }

  #place(
    places: readonly TargetPlace[],
    totalPages: number,
    labels: PageLabels,
  ): Map<string, StringAssignment[]> {
    const placeOf = new Map(places.map((place) => [place[0], place]));
    const [, , top = Infinity] = placeOf.get(this.#edge ?? '') ?? [];
    const placed = this.#assigned.flatMap(({ name, toValue, fragment, topPx }) => {
      const place = placeOf.get(fragment);
      if (place === undefined) return [];
      const [, number, y] = place;
      const isAtTop = ((top - y) * PIXELS_PER_POINT) / this.#scale <= topPx + ROUNDING_PX;
      return [{ name, value: toValue(number, labels, totalPages), page: number, isAtTop }];
    });
    return Map.groupBy(placed, ({ name }) => name);
  }
}

/** A value with the number of a page is read again after each print. */
function toReader(
  content: string,
  element: Element,
  {
    counters = new Map(),
    write,
  }: { readonly counters: CounterValues | undefined; readonly write: WriteCounter },
): Assigned['toValue'] {
  const read = (values: CounterValues) =>
    readContentList(content, element, values, write).slice(0, MAX_CHARACTERS);
  if (/\bcounters?\(\s*pages?\b/i.test(content))
    return (number, labels, totalPages) =>
      read(
        new Map([...counters, ['page', [labels.numberOf(number)]], ['pages', [labels.lastOf(totalPages)]]]),
      );
  const value = read(counters);
  return () => value;
}

/** Finds where elements that are not displayed set their strings. @returns for each of them, the next element that is displayed */
function findPlaces(all: readonly Element[], wanted: ReadonlySet<Element>): Map<Element, Element> {
  const places = new Map<Element, Element>();
  if (!Array.from(wanted).some((element) => !plain(element).checkVisibility())) return places;
  let next: Element | undefined;
  for (const element of all.toReversed()) {
    const isDisplayed = plain(element).checkVisibility();
    if (isDisplayed) next = element;
    else if (wanted.has(element) && next !== undefined) places.set(element, next);
  }
  return places;
}

type Assignments = readonly { readonly name: string; readonly content: string }[];

/** Reads `name content-list, name content-list`. */
function readAssignments(value: string): Assignments {
  const lists: CssToken[][] = [[]];
  let depth = 0;
  for (const token of readCssTokens(value)) {
    if (token.kind === 'function' || token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    if (depth === 0 && token.text === ',') lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists.flatMap((tokens) => {
    const [name, ...content] = trim(tokens);
    return name?.kind === 'name' ? [{ name: name.text, content: toText(content).trim() }] : [];
  });
}
