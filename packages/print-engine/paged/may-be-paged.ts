import type { PrintJob } from '@platen/pdf';
import { BROUGHT, CARRIED } from '../features/carried-sums/attributes.ts';
import { PAGED_CSS } from '../in-page/paged-css.ts';
import type { ElementWait } from '../in-page/messages.ts';
import { findStringUses, type StringUse } from '../in-page/named-strings.ts';

/** Matches classes and attributes that depend on pages, addresses in other entries, and elements and rules that can load CSS. */
const SIGN = new RegExp(
  [
    'pageNumber',
    'totalPages',
    CARRIED,
    BROUGHT,
    '@import',
    '<(?:link|script)',
    String.raw`entry:[a-z\d]`,
  ].join('|'),
  'i',
);

/** Returns whether the loaded document is checked for references and other CSS for pages. In a picture or on a single page, it has no effect. */
export const mayBePaged = (job: PrintJob): boolean =>
  !job.picture &&
  job.fitHeight !== true &&
  (Boolean(job.address) || needsPages(job) || SIGN.test(job.html) || PAGED_CSS.test(job.html));

/** Returns whether the job itself, and not its document, may need to know the pages. */
export const needsPages = (job: PrintJob): boolean =>
  namesSections(job) || mayCountInBoxes(job) || Boolean(job.otherEntries);

/** Returns whether margin boxes may need another first number. Chromium counts from 1 in them. */
const mayCountInBoxes = ({ firstPageNumber = 1, address, html }: PrintJob): boolean =>
  firstPageNumber !== 1 && (Boolean(address) || /@page|@import|<(?:link|script)/i.test(html));

/** Returns whether a band has elements with the classes `sectionTitle`, `sectionPage` or `sectionPages`, which show the section of a page. */
export const namesSections = ({ header, footer }: Pick<PrintJob, 'header' | 'footer'>): boolean =>
  [...header, ...footer].some(({ html }) => /section(?:Title|Page)/.test(html));

/** Further functions are empty. Source: contract 6.9. */
const MAX_BAND_STRINGS = 20;

/** Lists the functions `string()` in the style sheets of bands. */
export const listBandStrings = ({ header, footer }: Pick<PrintJob, 'header' | 'footer'>): StringUse[] =>
  [...header, ...footer].flatMap(({ html }) => findStringUses(html)).slice(0, MAX_BAND_STRINGS);

/** Source: contract 6.4. */
const SECTIONS = 'h1';

/** Returns the selector of the elements that begin a section, or null if no band shows sections. */
export const toSectionSelector = (job: PrintJob): string | null =>
  namesSections(job) ? (job.sections ?? SECTIONS) : null;

/** Returns the selectors that are checked before the print. */
export const toSectionSelectors = (job: PrintJob): ElementWait[] => {
  const selector = toSectionSelector(job);
  return selector === null ? [] : [{ selector, visible: false, field: 'options.sections' }];
};
