const PART = /^(?:(\d{1,6})?(-)(\d{1,6})?|(\d{1,6}))$/;

const MAX_PARTS = 1_000;

interface Span {
  readonly first: number;
  /** It is null for the end of the document. */
  readonly last: number | null;
}

/** Pages such as `1,3-5,8-`. */
export type PageSelection = readonly Span[];

/** Returns null for a text that selects no pages. */
export function parseSelection(text: string): PageSelection | null {
  const parts = text.split(',', MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) return null;
  const spans = parts.map((part) => {
    const [whole, first, dash, last, single] = PART.exec(part.trim()) ?? [];
    if (whole === undefined || whole === '-') return null;
    if (dash === undefined) return { first: Number(single), last: Number(single) };
    return { first: Number(first ?? 1), last: last === undefined ? null : Number(last) };
  });
  const known = spans.filter((span) => span !== null);
  const isValid = known.length === spans.length && known.every(isForward);
  return isValid ? known : null;
}

const isForward = ({ first, last }: Span): boolean => first >= 1 && (last === null || first <= last);

export const isInSelection = (selection: PageSelection, page: number): boolean =>
  selection.some(({ first, last }) => page >= first && page <= (last ?? Number.POSITIVE_INFINITY));

/** Returns null if it goes past the end. */
export function listPages(selection: PageSelection, pageCount: number): number[] | null {
  if (selection.some(({ first, last }) => Math.max(first, last ?? 0) > pageCount)) return null;
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter((page) =>
    isInSelection(selection, page),
  );
}
