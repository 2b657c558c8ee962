import { plain } from '../pristine.ts';

/** A place in the document that shows the number of a page. */
export interface PageNumber {
  readonly element: Element;
  /** The fragment of the target's address. */
  readonly fragment: string;
  /** The attribute that has the number. It is null if the text of the element is the number. */
  readonly key: string | null;
  /** The counter style. It is null if the page has its own. */
  readonly style: string | null;
  shown: number;
  /** The number as it is written. */
  text: string;
  /** What was written before. */
  readonly past: string[];
}

/** It is as wide as a digit, and no line breaks at it. */
const FIGURE_SPACE = '\u{2007}';

/**
 * The width of a number can move the number itself: 9 may be on page 10, and 10 on page 9. So a number that comes back twice gets the width of the widest one that it
 * was. Then it does not move.
 */
export function widen({ text, past }: PageNumber, written: string): string {
  const isSwinging = past.filter((before) => before === written).length > 1;
  if (written === text || !isSwinging) return written;
  return written.padStart(Math.max(...past.map(({ length }) => length), text.length), FIGURE_SPACE);
}

export const readNumber = ({ element, key }: PageNumber): string | null =>
  key === null ? plain(element).textContent : (plain(element).getAttribute(key) ?? '');

export function writeNumber({ element, key, text }: PageNumber): void {
  const { firstChild, lastChild } = plain(element);
  if (key !== null) plain(element).setAttribute(key, text);
  // It stays the same text, so it is still known whether a print shows it.
  else if (firstChild instanceof Text && firstChild === lastChild) firstChild.data = text;
  else plain(element).textContent = text;
}
