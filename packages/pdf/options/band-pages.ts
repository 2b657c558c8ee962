/** The first and the last page, from 1. Null is the end of the document. */
export interface PageSpan {
  readonly first: number;
  readonly last: number | null;
}

/** Pages of a document, whose number nobody knows before it is printed. A page that one of these is about belongs to them. */
export type PageSelection = readonly ('last' | 'not-last' | 'odd' | 'even' | PageSpan)[];

export const isSelected = (selection: PageSelection, page: number, totalPages: number): boolean =>
  selection.some((rule) => {
    if (typeof rule === 'object') return page >= rule.first && page <= (rule.last ?? totalPages);
    if (rule === 'odd' || rule === 'even') return (page % 2 === 1) === (rule === 'odd');
    return (page === totalPages) === (rule === 'last');
  });
