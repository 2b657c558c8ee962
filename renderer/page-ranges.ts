import { UnprintableJob } from './renderer.ts';

/**
 * The pages that `1-3,5` selects from a document, ascending and each once, as Chromium prints them.
 * @throws {UnprintableJob} a range past the end (decision 21)
 */
export function selectedPages(ranges: string, pageCount: number): number[] {
  const selected = new Set<number>();
  for (const range of ranges.split(',')) {
    const [first = 1, last = first] = range.split('-').map(Number);
    if (last > pageCount) {
      const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
      throw new UnprintableJob(
        `options.pageRanges: ${range.trim()} is past the end; the document has ${pages}`,
      );
    }
    for (let page = first; page <= last; page += 1) selected.add(page);
  }
  return [...selected].sort((one, other) => one - other);
}
