import { expect, onTestFinished, test, vi } from 'vitest';
import { PrintPage } from '../../packages/print-engine/pages/print-page.ts';
import type { FilledPages } from '../../packages/print-engine/in-page/paged-messages.ts';
import { checkBook } from './support/books/check-book.ts';
import { drawBook } from './support/books/random-book.ts';
import { readWithPdfJs } from './support/books/read-book.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

/**
 * `npm run tool -- books` prints more of them. These have scaled and vertical pages, scripts that move chapters, numbers that start again, and
 * a footnote beside floats, sections in another order than in the HTML, targets in a picture, and a number
 * whose width moves it.
 */
test.each([1, 6, 28, 160, 2153, 3042, 3312])(
  'all numbers of the book of the seed %i are those that pdf.js finds',
  async (seed) => {
    const book = drawBook(seed);
    const { bytes, report } = await printer.print(book.job);
    const messages = report.warnings.map(({ message }) => message);
    const { checked, wrong } = checkBook(book, await readWithPdfJs(bytes), messages);
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  },
);

test('the check finds wrong numbers if a print is not compared with its pages', async () => {
  const evaluate = Reflect.get<PrintPage, 'evaluate'>(PrintPage.prototype, 'evaluate');
  const spy = vi.spyOn(PrintPage.prototype, 'evaluate').mockImplementation(async function <T>(
    this: PrintPage,
    expression: string,
    timeoutMs: number,
  ): Promise<T> {
    const result = await evaluate.call(this, expression, timeoutMs);
    const accepted: Partial<FilledPages> = { movedCount: 0, moved: [] };
    return (expression.startsWith('fillPages(') ? { ...(result as FilledPages), ...accepted } : result) as T;
  });
  onTestFinished(() => spy.mockRestore());
  const book = drawBook(1);
  const { bytes } = await printer.print(book.job);
  expect(checkBook(book, await readWithPdfJs(bytes), []).wrong.length).toBeGreaterThan(10);
});
