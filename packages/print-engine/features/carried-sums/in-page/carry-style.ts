import { OWN } from '../../../in-page/scripts/paged/own-names.ts';

/** Marks an element that begins a page. */
export const PAGE_START = `data-${OWN}-page-start`;

/** Marks a row that is higher than a page. */
export const SPLIT = `data-${OWN}-split`;

/** Keeps rows whole, and breaks pages only where the marks are. */
export const CARRY_STYLE = `
  [data-${OWN}-carry]:not(#a#b#c) tr { break-before: auto !important; break-after: auto !important; break-inside: avoid !important }
  [${SPLIT}][${SPLIT}]:not(#a#b#c) { break-inside: auto !important }
  [${PAGE_START}][${PAGE_START}]:not(#a#b#c) { break-before: page !important }`;
