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
import type { PageLabels } from './page-labels.ts';
import { PagedProblem } from './paged-problem.ts';
import { hasContentBefore } from './sides.ts';
import type { Targets } from './targets.ts';
import { readContentList, type WriteCounter } from './target-text.ts';
import { OWN } from './own-names.ts';

const MAX_CHARACTERS = 200;

/** Each string has a text for each page. */
const MAX_BOX_STRINGS = 20;

const PIXELS_PER_POINT = 96 / 72;
const ROUNDING_PX = 2;

/** A value of a string. */
interface Assigned {
  readonly name: string;
  /** @param page of the element, from 1 */
  readonly toValue: (page: number, labels: PageLabels, totalPages: number) => string;
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
  readonly #assigned: readonly Assigned[] = [];
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
    if (this.count === 0) return;
    const all = Array.from(page.querySelectorAll('body, body *'));
    const elements = this.#findElements(all);
    this.#requireFew(elements, maxAssignments);
    const counted = elements.filter(({ value }) => /counter|before|after/i.test(value));
    const counters = countCounters(page.documentElement, new Set(counted.map(({ element }) => element)));
    const placeOf = findPlaces(all, new Set(elements.map(({ element }) => element)));
    // Before the first link: each change of the document would make Chromium lay it out again for the next measure.
    const tops = elements.map(({ element }) => (placeOf.has(element) ? -Infinity : measureTop(element)));
    this.#assigned = elements.flatMap(({ element, assignments }, index) => {
      const fragment = targets.linkTo(placeOf.get(element) ?? element);
      const topPx = tops[index] ?? -Infinity;
      return assignments.map(({ name, content }) => {
        const toValue = toReader(content, element, { counters: counters.get(element), write });
        return { name, toValue, fragment, topPx };
      });
    });
    if (this.#assigned.length > 0) this.#edge = targets.linkToEdge('top');
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

/** Returns `topPx`. Margins collapse. If the page breaks automatically, Chromium leaves out the margins above the element. */
function measureTop(element: Element): number {
  let [top, margin] = [0, 0];
  for (let box: Element | null = element; box !== null && box !== page.documentElement;) {
    const style = getComputedStyle(box);
    const inner = box === element ? 0 : toNumber(style.borderTopWidth) + toNumber(style.paddingTop);
    if (inner > 0) [top, margin] = [top + margin + inner, 0];
    margin = Math.max(margin, toNumber(style.marginTop));
    const parent: Element | null = plain(box).parentElement;
    if (parent === null || hasContentBefore(box)) break;
    box = parent;
  }
  return top + margin;
}

const toNumber = (length: string): number => Number.parseFloat(length) || 0;
