import { BANDS_DOCUMENT_URL, toBandsExpression } from '../in-page/expressions.ts';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { SheetOverlay } from '../pdf/overlay.ts';
import { readMediaBox } from '../pdf/reader.ts';
import { remainingMs } from '../print-limits.ts';
import { planSheets, toBandLayout, toSheetPaper } from './band-sheets.ts';
import { type PrintedDocument, printToPdf } from './print-document.ts';
import { toSheetParameters } from './print-parameters.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';

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
  await page.evaluate(toBandsExpression(layout), remainingMs(limits));
  const sheets = await printToPdf(run, toSheetParameters(toSheetPaper(plan), job.printBackground));
  return { sheets, sheetOfPage: plan.sheetOfPage };
}
