import { UnprintableJob } from '../failures.ts';
import { remainingMs } from '../print-limits.ts';
import type { Protocol } from '../devtools/protocol.ts';
import { type ByteSource, PdfReader, readMediaBox, selectPages } from '@platen/pdf';
import { takePdf } from './chromium-stream.ts';
import { requireStay } from './page-failures.ts';
import { findPaperProblem } from './paper.ts';
import { toDocumentParameters } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';
import { MM_PER_POINT } from './units.ts';

export interface PrintedDocument {
  readonly document: PdfReader;
  /** In the whole document, from 1. */
  readonly pageNumbers: readonly number[];
  /** Includes pages that were not printed. */
  readonly totalPages: number;
}

/**
 * With page ranges, the whole document is printed first, because nothing else shows its page count.
 * @param early the stream of such a print, if there is one
 */
export async function printDocument(run: PrintRun, early: string | null = null): Promise<PrintedDocument> {
  const { job } = run;
  const pdf = early === null ? printToPdf(run, toDocumentParameters(job, '')) : readPdf(run, early);
  const whole = await PdfReader.open(await pdf);
  const totalPages = await whole.pageCount();
  const pageNumbers = job.pageRanges
    ? selectPages(job.pageRanges, totalPages)
    : Array.from({ length: totalPages }, (_, index) => index + 1);
  const document =
    pageNumbers.length === totalPages
      ? whole
      : await PdfReader.open(await printToPdf(run, toDocumentParameters(job, pageNumbers.join())));
  if (job.preferCssPageSize) await requirePaper(run, document);
  return { document, pageNumbers, totalPages };
}

async function requirePaper({ job }: PrintRun, document: PdfReader): Promise<void> {
  for (const page of await document.pages()) {
    const { width, height } = readMediaBox(page);
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
