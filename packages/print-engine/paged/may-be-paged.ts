import type { PrintJob } from '@platen/pdf';
import type { ElementWait } from '../in-page/messages.ts';

/** Functions, classes and breaks that depend on pages, and code that could bring them from elsewhere. */
const SIGN =
  /target-(?:counter|text)|pageNumber|totalPages|break-(?:before|after)\s*:\s*(?:left|right|recto|verso)|@import|<(?:link|script)/i;

/** If not, the document is not asked. */
export const mayBePaged = (job: PrintJob): boolean =>
  !job.picture && (Boolean(job.address) || namesSections(job) || SIGN.test(job.html));

/** Elements with one of the classes `sectionTitle`, `sectionPage` and `sectionPages` in a band name the section that a page is in. */
export const namesSections = ({ header, footer }: Pick<PrintJob, 'header' | 'footer'>): boolean =>
  [...header, ...footer].some(({ html }) => /section(?:Title|Page)/.test(html));

/** Source: contract 6.9. */
const SECTIONS = 'h1';

/** The elements that begin a section. Null if no band names it. */
export const toSectionSelector = (job: PrintJob): string | null =>
  namesSections(job) ? (job.sections ?? SECTIONS) : null;

/** Selectors that are checked before the print. */
export const toSectionSelectors = (job: PrintJob): ElementWait[] => {
  const selector = toSectionSelector(job);
  return selector === null ? [] : [{ selector, visible: false, field: 'options.sections' }];
};
