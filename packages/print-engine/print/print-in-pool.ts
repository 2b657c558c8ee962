import { Meter } from '@platen/meter';
import { BrowserLost, RenderFailure } from '../failures.ts';
import { planPrint } from '../fast/shortcuts.ts';
import type { PagePool } from '../pages/page-pool.ts';
import { requirePaperPicture } from '../picture/take-picture.ts';
import type { PrintLimits } from '../print-limits.ts';
import { toFirstRatio } from '../pages/print-page.ts';
import type { PrintJob } from '@platen/pdf';
import { hasBands } from './band-sheets.ts';
import { MainNavigation } from './main-navigation.ts';
import { ParserBlocked, requireMark } from './page-failures.ts';
import { type PagePrint, printOnPage } from './print.ts';
import { toPixelRatio } from './paper.ts';
import { Recorder } from './recorder.ts';

/** Each restart may wait for one more round of unreachable hosts. */
const MAX_RESTARTS = 2;

/**
 * Prints a job on a page of the pool. If a script or style does not arrive and blocks the parser, the document is loaded again with
 * that request refused, because nothing else makes the parser continue.
 * @throws {PrintTimeout | PrintCancelled | PdfTooLarge | UnprintableJob | FaultyDocument | BrowserLost | PrintFailed}
 */
export async function printInPool(
  pool: PagePool,
  job: PrintJob,
  limits: PrintLimits,
  signal?: AbortSignal,
): Promise<PagePrint> {
  const shortcuts = planPrint(job, pool.printPath);
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
          const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY, deadline: limits.deadline });
          return printOnPage({ page, spare, job, limits, meter, recorder, navigation, shortcuts });
        },
        {
          heldUntil: ({ pdf }) => pdf.closed,
          isStill: shortcuts.isStill,
          signal,
          wantsSpare: hasBands(job) && !job.bandsOnly,
          isTraceless: shortcuts.isTraceless,
          firstRatio: toFirstRatio(toPixelRatio(job)),
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
