import { BrowserLost, PdfTooLarge, RenderFailure } from '../failures.ts';
import {
  type ByteSource,
  type FileKeys,
  finishDocument,
  type FinishOptions,
  type LinkName,
  type PageLabel,
  makeKeys,
  type PrintJob,
  type SheetOverlay,
} from '@platen/pdf';
import { EarlyPrint } from '../fast/early-print.ts';
import { HAS_PAGED_SHEETS_EXPRESSION } from '../in-page/expressions.ts';
import type { ReadyDocument } from '../in-page/messages.ts';
import { planPrint } from '../fast/shortcuts.ts';
import type { PagePool } from '../pages/page-pool.ts';
import { type PrintLimits, remainingMs } from '../print-limits.ts';
import type { RenderReport } from '../render-report.ts';
import { requirePaperPicture, takePicture } from '../picture/take-picture.ts';
import { isReadForAccess, looksFor, requireNoFaults } from './faults.ts';
import { loadDocument } from './load-document.ts';
import { MainNavigation } from './main-navigation.ts';
import { ParserBlocked, requireMark, toRenderFailure } from './page-failures.ts';
import { hasBands } from './band-sheets.ts';
import { prepareBands, printBands, printBandsOnly } from './print-bands.ts';
import { printDocument, type PrintedDocument } from './print-document.ts';
import { printOnePage } from './print-one-page.ts';
import { isTagged } from './print-parameters.ts';
import { needsPages } from '../paged/may-be-paged.ts';
import type { PrintRun } from './print-run.ts';
import { Recorder } from './recorder.ts';
import { printWatermarkSheet } from './watermark-sheet.ts';

export interface PagePrint {
  /** Call `close`, if there is one, after reading. */
  readonly pdf: ByteSource;
  readonly report: RenderReport;
}

/** Each restart may wait for one more round of unreachable hosts. */
const MAX_RESTARTS = 2;

/**
 * A large PDF stays in the browser, and its page is in use until the PDF is closed. If a script or style does
 * not arrive and blocks the parser, the document is loaded again with that request refused, because nothing
 * else makes the parser continue.
 * @throws {PrintTimeout | PrintCancelled | PdfTooLarge | UnprintableJob | FaultyDocument | BrowserLost | PrintFailed}
 */
export async function printInPool(
  pool: PagePool,
  wanted: PrintJob,
  limits: PrintLimits,
  signal?: AbortSignal,
): Promise<PagePrint> {
  const { job, shortcuts } = planPrint(wanted, pool.printPath);
  requireMark(job);
  requirePaperPicture(job);
  const refusedUrls = new Set<string>();
  let pageMs = 0;
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await pool.withPage(
        limits,
        (page, spare) => {
          const navigation = job.address ? new MainNavigation(job.address) : null;
          const recorder = new Recorder(page, refusedUrls, navigation, pool.isPublicHost);
          for (const warning of job.warnings ?? []) recorder.warnings.add(warning);
          return printWithoutFaults({ page, spare, job, limits, recorder, navigation, shortcuts });
        },
        {
          heldUntil: ({ pdf }) => pdf.closed,
          signal,
          wantsSpare: hasBands(job) && !job.bandsOnly,
          isTraceless: shortcuts.isTraceless,
        },
      );
    } catch (error) {
      if (!(error instanceof RenderFailure)) throw new BrowserLost(String(error));
      pageMs += error.pageMs;
      error.pageMs = pageMs;
      if (!(error instanceof ParserBlocked) || restarts === MAX_RESTARTS) throw error;
      for (const url of error.blockingUrls) refusedUrls.add(url);
    }
  }
}

async function printWithoutFaults(run: PrintRun): Promise<PagePrint> {
  const printed = await printOnPage(run);
  try {
    const { report } = printed;
    requireNoFaults(run.job, { report, uncaughtErrors: run.recorder.uncaughtErrors });
    return printed;
  } catch (error) {
    printed.pdf.close?.();
    throw error;
  }
}

async function printOnPage(run: PrintRun): Promise<PagePrint> {
  const { page, job, limits, recorder } = run;
  page.sourceField = job.sourceField ?? 'htmlContent';
  try {
    if (job.bandsOnly) {
      return { pdf: await printBandsOnly(run, job.bandsOnly), report: recorder.toReport(0) };
    }
    const prepared = prepareBands(run);
    await prepare(run);
    const keys = prepareKeys(run);
    const loading = loadDocument(run);
    const early = EarlyPrint.begin(run);
    loading.catch(() => early?.discard());
    const loaded = await loading;
    recorder.endPhase('load');
    if (job.picture) {
      const pdf = await takePicture(run, job.picture);
      recorder.endPhase('print');
      return { pdf, report: recorder.toReport(1) };
    }
    const access = await loadAccess(job);
    const form = await loadForm(job);
    // The links of an index get their texts during the print. With a form, the document is read before, because links then mark its fields.
    const isReadLate = loaded.isPaged && form === null;
    const readAccess = async () => (await access?.readAccess(run)) ?? null;
    const readBefore = isReadLate ? null : await readAccess();
    const marked = await form?.markFields(run);
    const pages = await printPages(run, loaded, early);
    const reading = isReadLate ? await readAccess() : readBefore;
    const printed = form && marked ? await form.fillForm(run, pages, marked) : pages;
    recorder.endPhase('print');
    const bands = await printBands(run, prepared, printed, loaded);
    const pdf = await finishPrint(run, printed, { bands, keys, links: reading?.links ?? [] }).catch(
      (error: unknown) => {
        throw access && reading ? access.placeInHtml(error, reading.barriers) : error;
      },
    );
    requireSize(pdf, limits);
    recorder.endPhase('finish');
    return { pdf, report: recorder.toReport(printed.pageNumbers.length) };
  } catch (error) {
    throw toRenderFailure(page, error);
  } finally {
    recorder.stop();
  }
}

async function printPages(
  run: PrintRun,
  loaded: ReadyDocument,
  early: EarlyPrint | null,
): Promise<PrintedDocument> {
  if (run.job.fitHeight === true) return printOnePage(run);
  if (loaded.isPaged || needsPages(run.job)) return printPagedDocument(run);
  const [printed, isPaged] = await Promise.all([
    early?.take(loaded).then((stream) => printDocument(run, stream)) ?? printDocument(run),
    loaded.isPagedLater && run.page.evaluate<boolean>(HAS_PAGED_SHEETS_EXPRESSION, remainingMs(run.limits)),
  ]);
  if (!isPaged) return printed;
  printed.document.source.close?.();
  return printPagedDocument(run);
}

/** Most documents do not need this module, so it is loaded at first use. */
async function printPagedDocument(run: PrintRun): Promise<PrintedDocument> {
  const { printPaged } = await import('../paged/print-paged.ts');
  return printPaged(run);
}

/** As above. */
const loadAccess = (job: PrintJob) => (isReadForAccess(job) ? import('./read-access.ts') : null);

/** As above. */
const loadForm = ({ forms }: PrintJob) => (forms === true ? import('./form-fields.ts') : null);

/** Starts to make the keys while Chromium works. */
function prepareKeys({ job }: PrintRun): Promise<FileKeys> | null {
  const encryption = job.finish?.encryption ?? null;
  const keys = encryption && makeKeys(encryption);
  // `finishPrint` reports it.
  keys?.catch(() => {});
  return keys;
}

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

interface FinishParts {
  readonly bands: SheetOverlay | null;
  readonly keys: Promise<FileKeys> | null;
  /** The names of the links in the document. */
  readonly links: readonly LinkName[];
}

async function finishPrint(
  run: PrintRun,
  printed: PrintedDocument,
  { bands, keys, links }: FinishParts,
): Promise<ByteSource> {
  const { job } = run;
  const { document, pageNumbers, totalPages } = printed;
  const { watermark, ...others } = job.finish ?? NOTHING;
  const sheet = watermark && (await printWatermarkSheet(run, run.spare ?? run.page, watermark));
  const pdf = await finishDocument(document, {
    finish: { ...others, watermark: watermark && sheet && { ...watermark, sheet }, mark: job.watermark },
    bands,
    isTagged: isTagged(job),
    pageNumbers,
    totalPages,
    labels: listLabels(printed, job),
    bookmarks: printed.bookmarks?.map((one) => ({ ...one, page: pageNumbers.indexOf(one.page) })) ?? null,
    links,
    keys: await keys,
  });
  bands?.sheets.close?.();
  sheet?.close?.();
  return pdf;
}

/** Returns null if readers count the pages from 1, as the document does. */
function listLabels({ labels, pageNumbers }: PrintedDocument, job: PrintJob): PageLabel[] | null {
  const { firstPageNumber = 1 } = job;
  if (labels !== undefined) return pageNumbers.flatMap((number) => labels[number - 1] ?? []);
  if (firstPageNumber === 1) return null;
  return pageNumbers.map((index) => {
    const number = index + firstPageNumber - 1;
    return { number, text: `${number}`, style: 'decimal' };
  });
}

/** Before the document, because Chromium does not apply all of it in order. */
async function prepare({ page, job, limits, recorder }: PrintRun): Promise<void> {
  const timeoutMs = remainingMs(limits);
  const isNetworkWatched = job.waitFor?.networkIdleMs !== undefined;
  await Promise.all([
    looksFor(job, 'resources') && recorder.watchResources(),
    looksFor(job, 'scripts') && recorder.watchErrors(),
    isNetworkWatched && page.watchNetwork(timeoutMs),
  ]);
}

function requireSize(pdf: ByteSource, { maxPdfBytes }: PrintLimits): void {
  if (pdf.sizeBytes > maxPdfBytes) throw new PdfTooLarge(`the PDF is over ${maxPdfBytes} bytes`);
}
