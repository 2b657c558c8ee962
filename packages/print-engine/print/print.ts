import { loadAndPrintEarly } from '../fast/early-print.ts';
import { openFeatures } from '../features/features.ts';
import type { RenderReport } from '../render-report.ts';
import { remainingMs } from '../print-limits.ts';
import { takePicture } from '../picture/take-picture.ts';
import type { ByteSource } from '@platen/pdf';
import { requireNoFaults } from './faults.ts';
import { checkFit, fitWidth } from './fit-width.ts';
import { finishPrint, prepareKeys } from './finish-print.ts';
import { toRenderFailure } from './page-failures.ts';
import { findGlyphsOfPicture, findMissingGlyphs } from './look-for-glyphs.ts';
import { prepareBands, printBands, printBandsOnly } from './print-bands.ts';
import { toPixelRatio } from './paper.ts';
import { printPages } from './print-pages.ts';
import type { PrintRun } from './print-run.ts';
import { watchDocument } from './watch-document.ts';

export interface PagePrint {
  /** Call `close`, if there is one, after reading. */
  readonly pdf: ByteSource;
  readonly report: RenderReport;
}

/**
 * Prints a job on a page that is the job's own. A large PDF stays in the browser: its page is in use until the PDF is closed.
 * @throws {RenderFailure}
 */
export async function printOnPage(run: PrintRun): Promise<PagePrint> {
  const { page, job, recorder } = run;
  page.sourceField = job.sourceField ?? 'htmlContent';
  if (job.otherEntries) recorder.entryLinks = { addresses: [], targets: [] };
  const printed = await printJob(run)
    .catch((error: unknown) => {
      throw toRenderFailure(page, error);
    })
    .finally(() => recorder.stop());
  try {
    const { uncaughtErrors, missingGlyphs } = recorder;
    requireNoFaults(job, { report: printed.report, uncaughtErrors, missingGlyphs });
    return printed;
  } catch (error) {
    printed.pdf.close?.();
    throw error;
  }
}

async function printJob(run: PrintRun): Promise<PagePrint> {
  const { job, recorder } = run;
  // 1. Give the pages as many pixels as the job asks for.
  await setPixelRatio(run);
  if (job.bandsOnly) return { pdf: await printBandsOnly(run, job.bandsOnly), report: recorder.toReport(0) };

  // 2. Load the bands in a second page, if there is one, while the document loads and prints.
  const bands = prepareBands(run);

  // 3. Watch what the document does, from its first request.
  await watchDocument(run);

  // 4. Make the keys of an encryption, while Chromium works.
  const keys = prepareKeys(run);

  // 5. Load the document, and wait until it is ready. The print of a static one is sent together with it.
  const { loaded, early } = await loadAndPrintEarly(run);
  recorder.endPhase('load');

  // 6. Take a picture, if the job wants one instead of pages.
  if (job.picture) {
    const picture = await takePicture(run, job.picture);
    await findGlyphsOfPicture(run);
    recorder.endPhase('print');
    return { pdf: picture, report: recorder.toReport(1) };
  }

  // 7. Read and change the document for the features of the job.
  const features = await openFeatures(run);
  await features.inPage(loaded);

  // 8. Print the pages.
  const fitted = await fitWidth(run);
  const pages = await printPages(fitted, { loaded, early, features });
  await checkFit(fitted);

  // 9. Change the printed pages for the features.
  const printed = await features.after(pages);
  recorder.endPhase('print');
  run.page.notePages(printed.pageNumbers.length);
  await findMissingGlyphs(run, printed.document, (page) => `page ${page}`);

  // 10. Print the bands of the printed pages.
  const sheets = await printBands(run, bands, printed, loaded);

  // 11. Finish the PDF in one pass: bands, watermark, metadata, attachments, encryption.
  const pdf = await finishPrint(run, { printed, sheets, keys, features, headings: loaded.headings });
  recorder.endPhase('finish');

  return { pdf, report: recorder.toReport(printed.pageNumbers.length) };
}

async function setPixelRatio({ page, spare, job, limits }: PrintRun): Promise<void> {
  const timeoutMs = remainingMs(limits);
  const ratio = toPixelRatio(job);
  await Promise.all([page.setPixelRatio(ratio, timeoutMs), spare?.setPixelRatio(ratio, timeoutMs)]);
}
