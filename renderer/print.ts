import type { PrintJob } from '../schema/print-job.ts';
import type { PrintToPdfParameters } from './devtools/protocol.ts';
import { type Readiness, type ReadyPage, readinessExpression } from './in-page.ts';
import { layOutExpression, SHEET_DOCUMENT_URL } from './in-page-sheets.ts';
import type { PrintPage } from './page.ts';
import { selectedPages } from './page-ranges.ts';
import { paperProblem, paperStyle, viewport } from './paper.ts';
import type { PagePool } from './page-pool.ts';
import type { ByteSource } from './pdf/byte-source.ts';
import { takePdf } from './pdf/chromium-stream.ts';
import { drawOver } from './pdf/overlay.ts';
import { mediaBox, PdfReader } from './pdf/reader.ts';
import { documentParameters, sheetParameters } from './print-parameters.ts';
import { BrowserLost, ParserBlocked, printFailure, requireStay } from './print-failures.ts';
import {
  PdfTooLarge,
  type PrintLimits,
  PrintTimeout,
  RenderFailure,
  type RenderReport,
  UnprintableJob,
} from './renderer.ts';
import { Recorder } from './report.ts';
import { planSheets, sheetLayout, sheetPaper, type SheetPlan } from './sheets.ts';

export interface PagePrint {
  readonly pdf: ByteSource;
  readonly report: RenderReport;
}

/** Of the time that is left, a page's images, styles and scripts together may take this share. */
const RESOURCE_SHARE = 1 / 3;
const MAX_RESOURCE_BUDGET_MS = 10_000;

const MM_PER_POINT = 25.4 / 72;

/** A document that is complete has its load event with it; one that stopped its own loading never has it. */
const STOPPED_MS = 300;

/** Each new start waits for one more round of dead hosts. */
const MAX_RESTARTS = 2;

/**
 * Prints one job on a page of the pool, which is busy until a PDF that is read from it has been closed. A document
 * whose reading is held up by a script or style of a dead host is read again with those refused: nothing makes a
 * parser go on without them.
 *
 * @throws {RenderFailure} each of the named failures of `Renderer.print`
 */
export async function printInPool(pool: PagePool, job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
  const refused = new Set<string>();
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await pool.withPage(
        limits.workspaceId,
        limits.deadline,
        (page) => printOnPage(page, job, limits, refused),
        ({ pdf }) => pdf.closed,
      );
    } catch (error) {
      if (!(error instanceof RenderFailure)) throw new BrowserLost(String(error));
      if (!(error instanceof ParserBlocked) || restarts === MAX_RESTARTS) throw error;
      for (const url of error.culprits) refused.add(url);
    }
  }
}

/**
 * Prints one job on a page that is blank. What the page is afterwards is the caller's to clear.
 *
 * @throws {RenderFailure} each of the named failures of `Renderer.print`
 */
async function printOnPage(
  page: PrintPage,
  job: PrintJob,
  limits: PrintLimits,
  refused: ReadonlySet<string>,
): Promise<PagePrint> {
  const recorder = new Recorder(page, refused, job.report ?? false);
  try {
    const ready = await load(page, job, limits);
    // A `javascript:` address may have another document for an answer, and none of the events tells.
    if (page.watch.isLeaving)
      await page.evaluate('new Promise((resolve) => setTimeout(resolve))', remaining(limits));
    if (ready.parserBlocked) throw new ParserBlocked(recorder.pending(ready.parserBlocked.arrived));
    recorder.add(ready);
    recorder.phase('load');
    const { document, numbers, totalPages } = await printDocument(page, job, limits);
    recorder.phase('print');
    const pdf = await finish(page, job, limits, { document, numbers, totalPages, ready });
    if (pdf.sizeBytes > limits.maxPdfBytes) throw tooLarge(limits);
    recorder.phase('finish');
    return { pdf, report: recorder.report(numbers.length) };
  } catch (error) {
    throw printFailure(page, error);
  } finally {
    recorder.stop();
  }
}

/**
 * Loads the document. All commands go in one breath, for the browser takes them in order; a document that
 * waits for nothing has had its load event by the time the last one is answered.
 */
async function load(page: PrintPage, job: PrintJob, limits: PrintLimits): Promise<ReadyPage> {
  const left = remaining(limits);
  const budgetEnd = Date.now() + resourceBudget(limits);
  const prepare = (pass: Readiness['pass']) =>
    page.evaluate<ReadyPage>(
      readinessExpression(readinessOf(job, pass, budgetEnd - Date.now())),
      remaining(limits),
    );
  const [, , early] = await Promise.all([
    page.setWindow({ ...viewport(job), media: job.mediaType }, left),
    page.setContent(job.html, left),
    prepare('first'),
  ]);
  if (early.invalidSelector !== undefined) {
    throw new UnprintableJob(`options.waitForSelector: ${early.invalidSelector}`);
  }
  requireStay(page);
  if (!early.incomplete && page.hasLoaded) return early;
  const budget = Math.max(0, budgetEnd - Date.now());
  await page.waitForLoad(early.incomplete ? budget : Math.min(STOPPED_MS, budget));
  requireStay(page);
  const late = await prepare(page.hasLoaded ? 'later' : 'last');
  return { ...late, cutShort: early.cutShort ?? late.cutShort };
}

const readinessOf = (job: PrintJob, pass: Readiness['pass'], resourceBudgetMs: number): Readiness => ({
  pass,
  selector: job.waitForSelector,
  resourceBudgetMs: Math.max(0, resourceBudgetMs),
  missingGlyphs: job.report ?? false,
  paperStyle: paperStyle(job),
});

interface PrintedDocument {
  readonly document: PdfReader;
  /** The numbers of the printed pages in the whole document. */
  readonly numbers: readonly number[];
  readonly totalPages: number;
}

/** With page ranges the whole is printed first: nothing else tells how many pages there are. */
async function printDocument(page: PrintPage, job: PrintJob, limits: PrintLimits): Promise<PrintedDocument> {
  const whole = await PdfReader.open(await printToPdf(page, documentParameters(job, ''), limits));
  const totalPages = await whole.pageCount();
  const numbers = job.pageRanges
    ? selectedPages(job.pageRanges, totalPages)
    : Array.from({ length: totalPages }, (_, index) => index + 1);
  if (numbers.length === totalPages) return { document: whole, numbers, totalPages };
  const selected = await printToPdf(page, documentParameters(job, numbers.join()), limits);
  return { document: await PdfReader.open(selected), numbers, totalPages };
}

/** Adds bands and watermark. */
async function finish(
  page: PrintPage,
  job: PrintJob,
  limits: PrintLimits,
  printed: PrintedDocument & { readonly ready: ReadyPage },
): Promise<ByteSource> {
  const { document, numbers } = printed;
  const isBare = !job.header && !job.footer && job.watermark === null;
  if (isBare && !job.preferCssPageSize) return document.source;
  const sizes = (await document.pages()).map(mediaBox);
  requireRoom(job, sizes);
  if (isBare) return document.source;
  const plan = planSheets(
    job,
    sizes.map(({ width, height }, index) => ({
      number: numbers[index] ?? index + 1,
      widthPoints: width,
      heightPoints: height,
    })),
  );
  return drawOver(document, {
    sheets: plan.sheets.length > 0 ? await printSheets(page, job, limits, { ...printed, plan }) : null,
    sheetOfPage: plan.sheetOfPage,
    watermark: job.watermark,
    tagged: job.tagged || job.outline,
  });
}

/** @throws {UnprintableJob} a size that the document chose leaves no page */
function requireRoom(job: PrintJob, sizesPoints: readonly { width: number; height: number }[]): void {
  if (!job.preferCssPageSize) return;
  for (const { width, height } of sizesPoints) {
    const problem = paperProblem(job, width * MM_PER_POINT, height * MM_PER_POINT);
    if (problem !== null) throw new UnprintableJob(`options.preferCssPageSize: ${problem}`);
  }
}

/** Prints header and footer as a document of their own: at the paper's scale, with nothing inherited. */
async function printSheets(
  page: PrintPage,
  job: PrintJob,
  limits: PrintLimits,
  context: { readonly totalPages: number; readonly ready: ReadyPage; readonly plan: SheetPlan },
): Promise<ByteSource> {
  const { totalPages, ready, plan } = context;
  const texts = {
    totalPages: String(totalPages),
    title: ready.title,
    url: ready.url,
    date: new Date().toLocaleDateString('en-US'),
  };
  await page.renew(remaining(limits), SHEET_DOCUMENT_URL);
  const layout = sheetLayout(job, plan, texts, resourceBudget(limits));
  await page.evaluate(layOutExpression(layout), remaining(limits));
  return printToPdf(page, sheetParameters(sheetPaper(plan), job.printBackground), limits);
}

async function printToPdf(
  page: PrintPage,
  parameters: PrintToPdfParameters,
  limits: PrintLimits,
): Promise<ByteSource> {
  const { stream: handle } = await page.send('Page.printToPDF', parameters, remaining(limits));
  requireStay(page);
  return takePdf(page, handle, limits.maxPdfBytes, () => remaining(limits));
}

/** @throws {PrintTimeout} nothing is left */
function remaining(limits: PrintLimits): number {
  const left = limits.deadline - Date.now();
  if (left <= 0) throw new PrintTimeout('the deadline passed');
  return left;
}

const resourceBudget = (limits: PrintLimits): number =>
  Math.min(MAX_RESOURCE_BUDGET_MS, remaining(limits) * RESOURCE_SHARE);

const tooLarge = (limits: PrintLimits) => new PdfTooLarge(`the PDF is over ${limits.maxPdfBytes} bytes`);
