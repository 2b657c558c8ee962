/** Prints books from a seed, and checks each number with pdf.js and poppler: [--seed N] [--count N]. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWhole } from '@platen/pdf';
import { FaultyDocument, PagePool, printInPool, RenderFailure } from '@platen/print-engine';
import { inProject } from '../../scripts/project.ts';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { checkBook } from '../../test/print/support/books/check-book.ts';
import { drawBook } from '../../test/print/support/books/random-book.ts';
import { readWithPdfJs } from '../../test/print/support/books/read-book.ts';
import { readPagesWithPoppler } from '../readers/poppler.ts';

const TIMEOUT_MS = 60_000;
const MAX_PDF_BYTES = 100_000_000;
const MAX_SHOWN = 5;

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '60' } },
});

const total = { books: 0, refused: 0, pages: 0, checked: 0, named: 0, wrong: 0 };

/** Prints the book of a seed, and keeps it in `dist/books` for a person to look at. */
async function checkSeed(seed: number, pool: PagePool): Promise<void> {
  const book = drawBook(seed);
  const limits = { workspaceId: 'books', deadline: Date.now() + TIMEOUT_MS, maxPdfBytes: MAX_PDF_BYTES };
  await writeFile(join(folder, `${seed}.html`), book.job.html);
  const { pdf, report } = await printInPool(pool, book.job, limits);
  const bytes = await readWhole(pdf);
  const path = join(folder, `${seed}.pdf`);
  await writeFile(path, bytes);
  const warnings = report.warnings.map(({ message }) => message);
  total.pages += report.pageCount;
  for (const [reader, reading] of [
    ['pdf.js', await readWithPdfJs(bytes)],
    ['poppler', await readPagesWithPoppler(path)],
  ] as const) {
    const { checked, named, unseen, wrong } = checkBook(book, reading, warnings);
    total.checked += checked;
    total.named += named;
    total.wrong += wrong.length;
    console.log(
      `${seed}, ${reader}: ${report.pageCount} pages, ${checked} numbers, ${named} named, ${unseen.length} unseen, ${wrong.length} wrong`,
    );
    for (const problem of [...wrong.slice(0, MAX_SHOWN), ...unseen.slice(0, 1)].slice(0, MAX_SHOWN))
      console.log(`  ${problem}`);
  }
}

const folder = inProject('dist', 'books');
await mkdir(folder, { recursive: true });
const chromium = await startChromium();
try {
  const pool = new PagePool(await chromium.connect(), { ready: 1, concurrent: 1 });
  await pool.start();
  for (total.books = 0; total.books < Number(values.count); total.books += 1) {
    const seed = Number(values.seed) + total.books;
    await checkSeed(seed, pool).catch((error: unknown) => {
      if (!(error instanceof RenderFailure)) throw error;
      total.refused += 1;
      const faults =
        error instanceof FaultyDocument ? error.faults.map(({ detail }) => detail) : [error.message];
      console.log(`${seed}: refused\n  ${faults.slice(0, MAX_SHOWN).join('\n  ')}`);
    });
  }
  pool.close();
} finally {
  await chromium.stop();
}
const { books, refused, pages, checked, named, wrong } = total;
console.log(
  `${books} books: ${refused} are refused, the others have ${pages} pages. ${checked} numbers are checked, ${named} are named as not certain, ${wrong} are wrong.`,
);
if (wrong > 0) process.exitCode = 1;
