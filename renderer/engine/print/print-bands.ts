import { BANDS_DOCUMENT_URL, toBandsExpression } from '../in-page/expressions.ts';
import type { BandSize, LaidOutBands, ReadyDocument } from '../in-page/messages.ts';
import type { SheetOverlay } from '../pdf/overlay.ts';
import { readMediaBox } from '../pdf/reader.ts';
import type { Band } from '../print-job.ts';
import { remainingMs } from '../print-limits.ts';
import { planSheets, toBandLayout, toSheetPaper } from './band-sheets.ts';
import { type PrintedDocument, printToPdf } from './print-document.ts';
import { toSheetParameters } from './print-parameters.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';

/** No script of a band runs, so its addresses are in its HTML. */
const hasAddress = (band: Band | null): boolean => /https?:|\/\//i.test(band?.html ?? '');

/** Bands are a document of their own, without the document's styles. Null if no page has a band. */
export async function printBands(
  run: PrintRun,
  { document, pageNumbers, totalPages }: PrintedDocument,
  { title, url }: ReadyDocument,
): Promise<SheetOverlay | null> {
  const { page, job, limits } = run;
  if (!job.header && !job.footer) return null;
  const pages = (await document.pages()).map((entry, index) => {
    const { width, height } = readMediaBox(entry);
    return { number: pageNumbers[index] ?? index + 1, widthPoints: width, heightPoints: height };
  });
  const plan = planSheets(job, pages);
  if (plan.sheets.length === 0) return null;
  const date = new Date().toLocaleDateString('en-US');
  const texts = { totalPages: String(totalPages), title, url, date };
  await page.navigate(BANDS_DOCUMENT_URL, remainingMs(limits));
  const layout = toBandLayout(job, plan, texts, resourceBudgetMs(limits));
  const sizes = await page.evaluate<LaidOutBands>(toBandsExpression(layout), remainingMs(limits));
  page.noteUse({ usedNetwork: hasAddress(job.header) || hasAddress(job.footer) });
  for (const name of ['header', 'footer'] as const) warnOfOverflow(run, name, sizes[name]);
  const sheets = await printToPdf(run, toSheetParameters(toSheetPaper(plan), job.printBackground));
  return { sheets, sheetOfPage: plan.sheetOfPage };
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
