import type { EarlyPrint } from '../fast/early-print.ts';
import type { OpenFeatures } from '../features/features.ts';
import { toJudgeSheetsExpression } from '../in-page/expressions.ts';
import type { PagesOfSheets, ReadyDocument } from '../in-page/messages.ts';
import { needsPages } from '../paged/may-be-paged.ts';
import { remainingMs } from '../print-limits.ts';
import { printDocument, type PrintedDocument } from './print-document.ts';
import { printOnePage } from './print-one-page.ts';
import type { PrintRun } from './print-run.ts';
import { warnOfIgnored } from './warn-of-no-effect.ts';

interface PageTerms {
  readonly loaded: ReadyDocument;
  readonly early: EarlyPrint | null;
  readonly features: OpenFeatures;
}

/** Prints the pages of a loaded document: one as high as its content, pages that depend on each other, or plain ones. */
export async function printPages(
  run: PrintRun,
  { loaded, early, features }: PageTerms,
): Promise<PrintedDocument> {
  const { job } = run;
  if (job.fitHeight !== true && (loaded.isPaged || needsPages(job))) return printPagedDocument(run, features);
  await features.beforePrint();
  if (job.fitHeight === true) return printOnePage(run);
  const [printed, sheets] = await Promise.all([
    early?.take(loaded).then((stream) => printDocument(run, stream)) ?? printDocument(run),
    loaded.readsSheets
      ? run.page.evaluate<PagesOfSheets>(
          toJudgeSheetsExpression(job.report === true),
          remainingMs(run.limits),
        )
      : null,
  ]);
  if (sheets?.isPaged !== true) {
    if (sheets !== null) warnOfIgnored(run.recorder, sheets.ignored);
    return printed;
  }
  printed.document.source.close?.();
  return printPagedDocument(run, features);
}

/** Most documents do not need this module, so it is loaded at first use. */
async function printPagedDocument(run: PrintRun, features: OpenFeatures): Promise<PrintedDocument> {
  const { printPaged } = await import('../paged/print-paged.ts');
  return printPaged(run, () => features.beforePrint());
}
