import {
  BANDS_DOCUMENT,
  BANDS_DOCUMENT_URL,
  toBandsExpression,
  toPrepareBandsExpression,
} from '../in-page/expressions.ts';
import type { BandSize, LaidOutBands, ReadyDocument } from '../in-page/messages.ts';
import type { PrintPage } from '../pages/print-page.ts';
import type { SheetOverlay } from '../pdf/overlay.ts';
import { readMediaBox } from '../pdf/reader.ts';
import type { Band, PrintJob } from '../print-job.ts';
import { remainingMs } from '../print-limits.ts';
import { planSheets, type SheetPlan, toPreparation, toSheetPaper } from './band-sheets.ts';
import { toRenderFailure } from './page-failures.ts';
import { toWindow } from './paper.ts';
import { type PrintedDocument, printToPdf } from './print-document.ts';
import { toSheetParameters } from './print-parameters.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';

export const hasBands = ({ header, footer }: PrintJob): boolean => header !== null || footer !== null;

/** No script of a band runs, so its addresses are in its HTML. */
const hasAddress = (band: Band | null): boolean => /https?:|\/\//i.test(band?.html ?? '');

/** Bands whose page is loading. */
export interface PreparedBands {
  readonly page: PrintPage;
  /** Rejects if the page fails. */
  readonly loaded: Promise<unknown>;
}

/**
 * Bands are a document of their own, without the document's styles. With a spare page, it loads while the document does.
 * Null if there are no bands, or no spare page: they then use the page of the document.
 */
export function prepareBands({ spare, job, limits, recorder }: PrintRun): PreparedBands | null {
  if (spare === null || !hasBands(job)) return null;
  const timeoutMs = remainingMs(limits);
  spare.watch.ignore();
  recorder.watchBands(spare);
  const loaded = Promise.all([
    spare.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    job.report && spare.intercept({ resources: 'all' }, timeoutMs),
    spare.setContent(BANDS_DOCUMENT, timeoutMs),
    spare.evaluate(toPrepareBandsExpression(toPreparation(job, resourceBudgetMs(limits))), timeoutMs),
  ]);
  // `printBands` reports it.
  loaded.catch(() => {});
  return { page: spare, loaded };
}

/** Null if no page has a band. */
export async function printBands(
  run: PrintRun,
  prepared: PreparedBands | null,
  { document, pageNumbers, totalPages }: PrintedDocument,
  { title, url }: ReadyDocument,
): Promise<SheetOverlay | null> {
  if (!hasBands(run.job)) return null;
  const pages = (await document.pages()).map((entry, index) => {
    const { width, height } = readMediaBox(entry);
    return { number: pageNumbers[index] ?? index + 1, widthPoints: width, heightPoints: height };
  });
  const plan = planSheets(run.job, pages);
  const date = new Date().toLocaleDateString('en-US');
  const texts = { totalPages: String(totalPages), title, url, date };
  const page = prepared?.page ?? run.page;
  try {
    const loaded = prepared?.loaded ?? loadInDocumentPage(run);
    await loaded;
    page.noteUse({ usedNetwork: hasAddress(run.job.header) || hasAddress(run.job.footer) });
    return plan.sheets.length === 0 ? null : await printSheets({ ...run, page }, plan, texts);
  } catch (error) {
    throw toRenderFailure(page, error);
  }
}

async function loadInDocumentPage({ page, job, limits }: PrintRun): Promise<void> {
  await page.navigate(BANDS_DOCUMENT_URL, remainingMs(limits));
  const preparation = toPreparation(job, resourceBudgetMs(limits));
  await page.evaluate(toPrepareBandsExpression(preparation), remainingMs(limits));
}

async function printSheets(
  run: PrintRun,
  plan: SheetPlan,
  texts: Readonly<Record<string, string>>,
): Promise<SheetOverlay> {
  const { page, job, limits } = run;
  const { sizes, sheets, sheetOfPage } = plan;
  const layout = toBandsExpression({ sizes, sheets, texts });
  const needed = await page.evaluate<LaidOutBands>(layout, remainingMs(limits));
  for (const name of ['header', 'footer'] as const) warnOfOverflow(run, name, needed[name]);
  const printed = await printToPdf(run, toSheetParameters(toSheetPaper(plan), job.printBackground));
  return { sheets: printed, sheetOfPage };
}

/** Chromium rounds the height of a line by less. */
const ROUNDING_MM = 0.3;

function warnOfOverflow({ recorder }: PrintRun, name: 'header' | 'footer', size: BandSize | null): void {
  if (size === null || size.contentHeightMm <= size.heightMm + ROUNDING_MM) return;
  const neededMm = Math.ceil(size.contentHeightMm);
  recorder.warnings.add({
    code: 'BAND_OVERFLOW',
    message: `The ${name} is cut: its content needs ${neededMm} mm, and it has ${size.heightMm} mm. Set options.${name}.height to ${neededMm}.`,
    field: `options.${name}.height`,
  });
}
