import type { MovedNumber } from '../in-page/paged-messages.ts';

/** Returns what is wrong in a print, as the beginning of an error message: `page 3 was printed with the number 2 and has the number 1`. */
export function describeMove(moved: MovedNumber): string {
  if (moved.kind === 'target') {
    const printed = moved.from === null ? 'without a page' : `as page ${moved.from}`;
    return `"#${moved.fragment}" was printed ${printed} and is on ${moved.to === null ? 'no page' : `page ${moved.to}`}`;
  }
  if (moved.kind === 'note')
    return moved.number === null
      ? 'the footnotes do not fit on the pages of their calls'
      : `the footnote ${moved.number} does not fit on the page of its call`;
  if (moved.kind === 'carry')
    return `a table that carries its sums ends elsewhere on page ${moved.page} than expected`;
  if (moved.kind === 'string')
    return `page ${moved.page} was printed with another text of string(${moved.name})`;
  const { kind, from, to } = moved;
  if (kind === 'label')
    return `page ${moved.page} was printed with the number ${from} and has the number ${to}`;
  return kind === 'last'
    ? `the number of the last page was printed as ${from} and is ${to}`
    : `a left or right page was printed as page ${from} and must be page ${to}`;
}
