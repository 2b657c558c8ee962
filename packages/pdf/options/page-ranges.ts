import { InvalidPdfOption } from './invalid-option.ts';

/** Lists the numbers of the pages in ascending order, without repeats, as Chromium does. @throws {InvalidPdfOption} a range past the end */
export function selectPages(ranges: string, pageCount: number, field = 'options.pageRanges'): number[] {
  const selected = new Set<number>();
  for (const range of ranges.split(',')) {
    const [first = 1, last = first] = range.split('-').map(Number);
    if (last > pageCount) {
      const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
      throw new InvalidPdfOption(`${field}: ${range.trim()} is past the end; the document has ${pages}`);
    }
    for (let page = first; page <= last; page += 1) selected.add(page);
  }
  return [...selected].sort((one, other) => one - other);
}
