import { z } from 'zod';
import { contentText, text } from '../text.ts';
import { millimetres } from './millimetres.ts';

/** Headers and footers. Source: contract 6.4. */

export const MAX_BAND_HEIGHT_MM = 1_000;
export const DEFAULT_BAND_HEIGHT_MM = 15;

/** A document can have so many headers, and as many footers. */
export const MAX_BANDS = 20;

const MAX_PAGES_CHARACTERS = 1_000;

export const PAGE_KEYWORDS = ['first', 'last', 'odd', 'even', 'not-first', 'not-last', 'blank'] as const;

export type PageKeyword = (typeof PAGE_KEYWORDS)[number];

const PAGE_RANGE = /^[1-9]\d{0,5}(?:-(?:[1-9]\d{0,5})?)?$/;

/** The words and ranges of `pages`, which a comma separates. */
export const splitPages = (pages: string): string[] => pages.split(',').map((part) => part.trim());

export const isPageKeyword = (part: string): part is PageKeyword =>
  PAGE_KEYWORDS.some((keyword) => keyword === part);

/** The first and the last page. Null is the end of the document. */
export function parsePageRange(part: string): readonly [first: number, last: number | null] {
  const [first = '', last] = part.split('-');
  return [Number(first), last === '' ? null : Number(last ?? first)];
}

function isForward(part: string): boolean {
  const [first, last] = parsePageRange(part);
  return last === null || first <= last;
}

const bandPages = text(MAX_PAGES_CHARACTERS)
  .refine((pages) => splitPages(pages).every((part) => isPageKeyword(part) || PAGE_RANGE.test(part)), {
    error: `must be ${PAGE_KEYWORDS.join(', ')}, or page numbers and ranges such as "2-5,8,10-"`,
    abort: true,
  })
  .refine(
    (pages) => splitPages(pages).every((part) => isPageKeyword(part) || isForward(part)),
    'has a range that runs backwards',
  )
  .meta({ example: 'not-first' });

export const band = z
  .object({
    enabled: z.boolean().optional().meta({ description: 'The default is true if there is `content`.' }),
    height: millimetres()
      .min(0)
      .max(MAX_BAND_HEIGHT_MM)
      .optional()
      .meta({
        description: `Height in millimetres, from the edge of the paper. The default is ${DEFAULT_BAND_HEIGHT_MM}.`,
      }),
    content: contentText().optional().meta({
      description:
        'HTML with Handlebars. Elements with the classes `pageNumber`, `totalPages`, `date`, `title`, `url`, `sectionTitle`, `sectionPage` and `sectionPages` are filled in.',
    }),
    pages: bandPages.optional().meta({
      description:
        'The pages that have it: `first`, `last`, `odd`, `even`, `not-first`, `not-last`, ranges such as `2-5,8`, or several of ' +
        'them with commas. The first page of the document is 1. The default is all pages, except the blank ones before left or right pages: `blank` selects those.',
    }),
  })
  .meta({ description: 'A header or footer. It is printed at the same scale as the page.' });

export type BandOptions = z.infer<typeof band>;

/** A single object means the same as a list of one. */
export const bands = z.union(
  [
    band,
    z.array(band).min(1).max(MAX_BANDS).meta({
      description:
        'Headers or footers for different pages. A page has the first one whose `pages` include it, or none.',
    }),
  ],
  { error: 'must be an object, or a list of objects' },
);

export type BandsOptions = z.infer<typeof bands>;

export const listBands = (value: BandsOptions | undefined): readonly BandOptions[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** A band is on if it has content, unless `enabled` is set. */
export const isBandOn = ({ enabled, content }: BandOptions): boolean => enabled ?? content !== undefined;

/** The name of a band in a request: `header`, or `header[1]` in a list. */
export const toBandName = <Edge extends 'header' | 'footer'>(
  edge: Edge,
  value: BandsOptions | undefined,
  index: number,
): Edge | `${Edge}[${number}]` => (Array.isArray(value) ? `${edge}[${index}]` : edge);
