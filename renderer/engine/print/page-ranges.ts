import { UnprintableJob } from '../failures.ts';

/**
 * The pages of `1-3,5`, in ascending order and each once, as Chromium prints them.
 *
 * @throws {UnprintableJob} a range past the end
 */
export function selectPages(ranges: string, pageCount: number): number[] {
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
