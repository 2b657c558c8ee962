import type { PrintJob } from '@platen/pdf';
import type { ElementWait } from '../in-page/messages.ts';

/** Functions, classes and breaks that depend on pages, and elements and rules that can load them. */
const SIGN =
  /target-(?:counter|text)|pageNumber|totalPages|break-(?:before|after)\s*:\s*(?:left|right|recto|verso)|@import|<(?:link|script)/i;

/** If it returns false, the page is not checked for references. */
export const mayBePaged = (job: PrintJob): boolean =>
  !job.picture && (Boolean(job.address) || namesSections(job) || SIGN.test(job.html));

/** Whether a band has elements with the classes `sectionTitle`, `sectionPage` or `sectionPages`, which show the section of a page. */
export const namesSections = ({ header, footer }: Pick<PrintJob, 'header' | 'footer'>): boolean =>
  [...header, ...footer].some(({ html }) => /section(?:Title|Page)/.test(html));

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
