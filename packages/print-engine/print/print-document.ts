import { CommandRefused } from '../devtools/connection.ts';
import { UnprintableJob } from '../failures.ts';
import type { Section } from '../in-page/paged-messages.ts';
import { remainingMs } from '../print-limits.ts';
import type { Protocol } from '../devtools/protocol.ts';
import {
  type Bookmark,
  type ByteSource,
  type PageLabel,
  PdfReader,
  readShownPage,
  selectPages,
} from '@platen/pdf';
import { takePdf } from './chromium-stream.ts';
import { requireStay } from './page-failures.ts';
import { findPaperProblem } from './paper.ts';
import { FIRST_PAGES, toDocumentParameters, toFirstPages } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';
import { MM_PER_POINT } from './units.ts';

export interface PrintedDocument {
  readonly document: PdfReader;
  /** The numbers of the printed pages in the whole document, from 1. */
  readonly pageNumbers: readonly number[];
  /** The pages of the whole document, also those that were not printed. */
  readonly totalPages: number;
  /** The numbers of the blank pages before left or right pages. They have only the bands for blank pages. Default: none. */
  readonly blankPages?: ReadonlySet<number>;
  /** The numbers of the pages whose content is left out of the PDF. Default: none. */
  readonly filledPages?: ReadonlySet<number>;
  /** The sections, in the order of the document. Default: none. */
  readonly sections?: readonly Section[];
  /** For each page, the texts of named strings, by custom property. Default: none. */
  readonly strings?: readonly Readonly<Record<string, string>>[];
  /** The number of each page as the document shows it, also of those that were not printed. Default: from `firstPageNumber`. */
  readonly labels?: readonly PageLabel[];
  /** The bookmarks, with the numbers of their pages in the whole document, from 1. Default: those that Chromium writes. */
  readonly bookmarks?: readonly Bookmark[];
}

/**
 * Prints the loaded document. With page ranges, the whole document is printed first, because nothing else shows its page count.
 * @param early the stream of the first pages, if they are printed already
 * @throws {UnprintableJob} more pages than the limits allow, a page range past the end, or paper out of bounds
 */
export async function printDocument(run: PrintRun, early: string | null = null): Promise<PrintedDocument> {
  const { job, meter } = run;
  const whole = await printWhole(run, early);
  const totalPages = await whole.pageCount();
  const pageNumbers = job.pageRanges
    ? selectPages(job.pageRanges, totalPages)
    : Array.from({ length: totalPages }, (_, index) => index + 1);
  const document =
    pageNumbers.length === totalPages
      ? whole
      : await PdfReader.open(await printToPdf(run, toDocumentParameters(job, pageNumbers.join())), meter);
  if (job.preferCssPageSize) await requirePaper(run, document);
  return { document, pageNumbers, totalPages };
}

/**
 * The time in which Chromium draws one page grows with the number of all pages. So a document that has more than the first
 * pages shows how many it has before they are drawn.
 */
async function printWhole(run: PrintRun, early: string | null): Promise<PdfReader> {
  const { job, limits, meter, page } = run;
  const { maxPages } = limits;
  const print = (ranges: string) => printToPdf(run, toDocumentParameters(job, ranges));
  const first = await PdfReader.open(
    await (early === null ? print(toFirstPages(limits)) : readPdf(run, early)),
    meter,
  );
  if (maxPages === undefined || (await first.pageCount()) <= Math.min(FIRST_PAGES, maxPages)) return first;
  // Tiny pages are the reason for so many pages, so that problem is reported first.
  if (job.preferCssPageSize) await requirePaper(run, first);
  first.source.close?.();
  if (maxPages < FIRST_PAGES || (await hasPage(print, maxPages + 1)))
    throw new UnprintableJob(`${page.sourceField}: makes more than ${maxPages} pages`);
  return PdfReader.open(await print(''), meter);
}

const PAST_THE_END = /Page range exceeds page count/;

async function hasPage(print: (ranges: string) => Promise<ByteSource>, number: number): Promise<boolean> {
  try {
    (await print(`${number}`)).close?.();
    return true;
  } catch (error) {
    if (error instanceof CommandRefused && PAST_THE_END.test(error.message)) return false;
    throw error;
  }
}

async function requirePaper({ job }: PrintRun, document: PdfReader): Promise<void> {
  for (const page of await document.pages()) {
    const { width, height } = readShownPage(page);
    const problem = findPaperProblem(job, width * MM_PER_POINT, height * MM_PER_POINT);
    if (problem !== null) throw new UnprintableJob(`options.preferCssPageSize: ${problem}`);
  }
}

export async function printToPdf(
  run: PrintRun,
  parameters: Protocol.Page.PrintToPDFRequest,
): Promise<ByteSource> {
  const { page, limits } = run;
  const { stream } = await page.send('Page.printToPDF', parameters, remainingMs(limits));
  return readPdf(run, stream);
}

async function readPdf({ page, limits }: PrintRun, stream: string | undefined): Promise<ByteSource> {
  requireStay(page);
  if (stream === undefined) throw new Error('Page.printToPDF returned no stream');
  return takePdf(page, stream, limits.maxPdfBytes, () => remainingMs(limits));
}
