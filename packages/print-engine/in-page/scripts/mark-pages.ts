import type {
  FilledPages,
  MarkedPages,
  MovedNumber,
  PageMap,
  PagesToMark,
  Section,
} from '../paged-messages.ts';
import { findShadowRoots } from './documents.ts';
import { countCounters, type CounterValues } from './paged/counters.ts';
import { fillLeaders, type PlacedLeader, placeLeaders } from './paged/leaders.ts';
import { ContentRewriter, NO_VALUE, type Reference, toCounterStyles } from './paged/rewrite-content.ts';
import { Sides } from './paged/sides.ts';
import { findTarget, isRepeated, Targets } from './paged/targets.ts';
import { joinCounters, readTargetText, readText } from './paged/target-text.ts';
import { page, plain } from './pristine.ts';

/** A place in the document that shows the number of a page. */
interface PageNumber {
  readonly element: Element;
  /** The fragment of the target's address. */
  readonly fragment: string;
  /** The attribute that has the number. It is null if the text of the element is the number. */
  readonly key: string | null;
  shown: number;
}

const MAX_NAMED = 10;
const MAX_NAME_CHARACTERS = 80;
const MAX_SECTIONS = 5_000;
const MAX_SECTION_CHARACTERS = 200;

let numbers: PageNumber[] = [];
let totals: Element[] = [];
let leaders: PlacedLeader[] = [];
let sides: Sides | null = null;
let sections: (Omit<Section, 'page'> & { readonly fragment: string })[] = [];

/**
 * Prepares the references of a document (css-content-3, 3). Each reference gets a value that Chromium can print, and each target gets a link.
 * The first page numbers are guesses from the layout in the window. If they are right, one print is enough.
 */
function markPages({
  maxReferences,
  hasShadowRoots,
  pageHeightPx,
  sectionSelector,
}: PagesToMark): MarkedPages {
  const roots = [page, ...(hasShadowRoots ? findShadowRoots(document) : [])];
  const rewriter = new ContentRewriter();
  for (const root of roots)
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) rewriter.rewrite(sheet);
  const places = findPlaces(roots, [...rewriter.references.values()], maxReferences);
  const ownNumbers = [...page.querySelectorAll('.pageNumber:empty')];
  totals = [...page.querySelectorAll('.totalPages:empty')];
  if (places.length + ownNumbers.length + totals.length > maxReferences)
    return { problem: `the document has more than ${maxReferences.toLocaleString('en')} references` };
  const targets = new Targets();
  const repeated = new Set(ownNumbers.filter(isRepeated));
  numbers = [
    ...places
      .filter(({ reference }) => isPageNumber(reference))
      .map(({ element, target, reference: { key } }) => ({ element, target, key })),
    ...ownNumbers
      .filter((element) => !repeated.has(element))
      .map((element) => ({ element, target: element, key: null })),
  ].map(({ element, target, key }) => ({ element, fragment: targets.linkTo(target), key, shown: NO_VALUE }));
  fillTexts(places.filter(({ reference }) => !isPageNumber(reference)));
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, toCounterStyles(rewriter.styles)];
  leaders = placeLeaders(rewriter.leaders, [...new Set(places.map(({ element }) => element))]);
  setNumbers(guessPages(targets, pageHeightPx), { totalPages: 1, firstPageNumber: 1 });
  fillLeaders(leaders);
  sides = new Sides(targets);
  sections = findSections(sectionSelector, targets);
  const isPaged = numbers.length + totals.length + sides.count + sections.length > 0;
  return { isPaged, repeatedCount: repeated.size };
}

function findSections(selector: string | null, targets: Targets): typeof sections {
  if (selector === null) return [];
  return Array.from(page.querySelectorAll(selector))
    .slice(0, MAX_SECTIONS)
    .map((element) => ({
      title: readText(element, MAX_SECTION_CHARACTERS),
      fragment: targets.linkTo(element),
    }));
}

interface Place {
  readonly element: Element;
  readonly reference: Reference;
  readonly target: Element;
}

/**
 * Finds the references and their targets. References to other documents, and those that lead nowhere, have no value.
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
        const address = element.getAttribute(reference.attribute)?.trim() ?? '';
        const target = /^#./.test(address) ? findTarget(address.slice(1)) : null;
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
  const counters =
    counted.size > 0 ? countCounters(page.documentElement, counted) : new Map<Element, CounterValues>();
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

/** Guesses the pages of the targets. The layout needs only the right width of each number. */
function guessPages(targets: Targets, pageHeightPx: number): Map<string, number> {
  const pages = new Map<string, number>();
  for (const [element, fragment] of targets) {
    const { top } = plain(element).getBoundingClientRect();
    pages.set(fragment, Math.max(1, Math.floor(top / pageHeightPx) + 1));
  }
  return pages;
}

/** Returns the numbers that have changed. */
function setNumbers(
  pages: ReadonlyMap<string, number>,
  { totalPages, firstPageNumber }: Omit<PageMap, 'pages'>,
): MovedNumber[] {
  const moved: MovedNumber[] = [];
  for (const number of numbers) {
    const { element, fragment, key, shown } = number;
    const index = pages.get(fragment);
    const value = index === undefined ? NO_VALUE : index + firstPageNumber - 1;
    if (value === shown) continue;
    moved.push({
      kind: 'target',
      fragment: fragment.slice(0, MAX_NAME_CHARACTERS),
      from: toPage(shown),
      to: toPage(value),
    });
    number.shown = value;
    if (key !== null) element.setAttribute(key, `${value}`);
    else element.textContent = index === undefined ? '' : `${value}`;
  }
  const last = totalPages + firstPageNumber - 1;
  for (const element of totals) {
    const shown = Number(element.textContent);
    if (shown === last) continue;
    moved.push({ kind: 'last', from: shown, to: last });
    element.textContent = `${last}`;
  }
  return moved;
}

const toPage = (value: number): number | null => (value === NO_VALUE ? null : value);

/** Writes the pages of a print into the document. The print is right if this changes nothing. */
function fillPages(map: PageMap): FilledPages {
  const pages = new Map(map.pages);
  const moves = sides?.turn(pages) ?? [];
  const shift = (number: number) =>
    moves.reduce((to, [first, by]) => (number >= first ? to + by : to), number);
  const shifted = new Map(map.pages.map(([fragment, number]) => [fragment, shift(number)]));
  const moved = setNumbers(shifted, { ...map, totalPages: shift(map.totalPages) });
  if (moved.length > 0) fillLeaders(leaders);
  const missing = new Set(numbers.filter(({ shown }) => shown === NO_VALUE).map(({ fragment }) => fragment));
  return {
    movedCount: moved.length + moves.length,
    moved: [
      ...moves.map(([number, by]) => ({ kind: 'side' as const, from: number, to: number + by })),
      ...moved,
    ].slice(0, MAX_NAMED),
    missing: [...missing].slice(0, MAX_NAMED).map((fragment) => fragment.slice(0, MAX_NAME_CHARACTERS)),
    blankPages: sides?.findBlanks(pages) ?? [],
    sections: sections.flatMap(({ title, fragment }) => {
      const number = pages.get(fragment);
      return number === undefined ? [] : [{ title, page: number }];
    }),
  };
}

Object.assign(globalThis, { markPages, fillPages });
