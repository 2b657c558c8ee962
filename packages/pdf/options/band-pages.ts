/** The first and the last page, from 1. Null is the end of the document. */
export interface PageSpan {
  readonly first: number;
  readonly last: number | null;
}

/** Selects pages of a document before the number of its pages is known. A page is selected if one of the rules selects it. */
export type PageSelection = readonly ('last' | 'not-last' | 'odd' | 'even' | 'blank' | PageSpan)[];

/** @param isBlank whether it is a blank page before a left or right page. Only `blank` selects these. Default: false */
export const isSelected = (
  selection: PageSelection,
  page: number,
  totalPages: number,
  isBlank = false,
): boolean =>
  selection.some((rule) => {
    if (rule === 'blank' || isBlank) return rule === 'blank' && isBlank;
    if (typeof rule === 'object') return page >= rule.first && page <= (rule.last ?? totalPages);
    if (rule === 'odd' || rule === 'even') return (page % 2 === 1) === (rule === 'odd');
    return (page === totalPages) === (rule === 'last');
  });
