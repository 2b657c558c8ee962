import type { Band, PageSelection, PageSpan } from '@platen/pdf';
import {
  type BandsOptions,
  DEFAULT_BAND_HEIGHT_MM,
  isBandOn,
  isPageKeyword,
  listBands,
  type PageKeyword,
  parsePageRange,
  splitPages,
  toBandName,
} from '../schema/api/band-options.ts';

/** The kinds of pages that `@page` selects. Left pages are even. Right pages are odd, from page 3 on: page 1 has its own kind. */
export const PAGE_KINDS = ['first', 'left', 'right'] as const;

export type PageKind = (typeof PAGE_KINDS)[number];

/** A header or footer whose placeholders are not filled yet. */
export type PlannedBand = Pick<Band, 'heightMm' | 'pages'> & {
  /** Its name in the request, such as `header[1]`. */
  readonly name: ReturnType<typeof toBandName>;
  readonly source: string;
};

/** Returns the bands that are on. With `skipFirst`, an empty band comes first and keeps the space on page 1. Source: contract 6.4. */
export function planBands(
  edge: 'header' | 'footer',
  value: BandsOptions | undefined,
  skipFirst: boolean,
): PlannedBand[] {
  const bands = listBands(value).flatMap((options, index) => {
    if (!isBandOn(options)) return [];
    const { height: heightMm = DEFAULT_BAND_HEIGHT_MM, content: source = '', pages } = options;
    return [{ name: toBandName(edge, value, index), source, heightMm, pages: parsePages(pages) }];
  });
  if (!skipFirst || bands.length === 0) return bands;
  return [{ name: edge, source: '', heightMm: heightOn('first', bands), pages: [PAGES_OF.first] }, ...bands];
}

const PAGES_OF: Readonly<Record<PageKeyword, PageSelection[number]>> = {
  first: { first: 1, last: 1 },
  last: 'last',
  odd: 'odd',
  even: 'even',
  'not-first': { first: 2, last: null },
  'not-last': 'not-last',
  blank: 'blank',
};

function parsePages(pages: string | undefined): PageSelection | null {
  if (pages === undefined) return null;
  return splitPages(pages).map((part) => {
    if (isPageKeyword(part)) return PAGES_OF[part];
    const [first, last] = parsePageRange(part);
    return { first, last };
  });
}

/** Returns the most millimetres that a page of this kind can need. Any page can be the last one. */
export function heightOn(kind: PageKind, bands: readonly Pick<Band, 'heightMm' | 'pages'>[]): number {
  let heightMm = 0;
  for (const { heightMm: own, pages } of bands) {
    const share = pages === null ? 'all' : findShare(kind, pages);
    if (share !== 'none') heightMm = Math.max(heightMm, own);
    if (share === 'all') return heightMm;
  }
  return heightMm;
}

/** Returns the share of the pages of this kind that is selected. */
function findShare(kind: PageKind, pages: PageSelection): 'all' | 'some' | 'none' {
  const shares = pages.map((rule) => {
    if (typeof rule === 'object') return shareOfSpan(kind, rule);
    // Nothing is printed between the bands of a blank page.
    if (rule === 'blank') return 'none';
    if (rule === 'last' || rule === 'not-last') return 'some';
    return (rule === 'even') === (kind === 'left') ? 'all' : 'none';
  });
  if (shares.includes('all')) return 'all';
  return shares.includes('some') ? 'some' : 'none';
}

function shareOfSpan(kind: PageKind, { first, last }: PageSpan): 'all' | 'some' | 'none' {
  if (kind === 'first') return first === 1 ? 'all' : 'none';
  const start = kind === 'left' ? 2 : 3;
  if (first <= start && last === null) return 'all';
  const next = first <= start ? start : first + ((first - start) % 2);
  return last === null || next <= last ? 'some' : 'none';
}
