import { MAX_SHRINK } from '../in-page/max-shrink.ts';
import { UnprintableJob } from '../failures.ts';
import {
  FREE_MIN_HEIGHTS_EXPRESSION,
  MEASURE_EXPRESSION,
  NOTE_MIN_HEIGHTS_EXPRESSION,
  PAGE_MARGINS_EXPRESSION,
  toPaperExpression,
} from '../in-page/expressions.ts';
import type { ContentSize, PageMargins } from '../in-page/messages.ts';
import type { PrintJob } from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { findPaperProblem, toPaperStyle } from './paper.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';
import type { PrintRun } from './print-run.ts';
import { PIXELS_PER_MM } from './units.ts';

/** Chromium rounds by this: a fraction of a pixel, and more if it shrinks the content. */
const ROUNDING_PX = 1;
const SHRINK_ROUNDING = 1.002;

/**
 * Prints one page that is as high as its content. The content is measured in a window as wide as the page. The window is one
 * pixel high, because lengths in `vh` would make the content as high as the window.
 * @throws {UnprintableJob} the content is higher than the job's paper, or has more than one page at any height
 */
export async function printOnePage(run: PrintRun): Promise<PrintedDocument> {
  const fitted = { ...run, job: await takePageMargins(run) };
  const heightPx = await measureShrunk(fitted);
  const printed = await printAtHeight(fitted, heightPx);
  if (printed !== null) return printed;
  if (await freeMinHeights(fitted, heightPx)) {
    const freed = await printAtHeight(fitted, await measureShrunk(fitted));
    if (freed !== null) return freed;
  }
  // Media queries and lengths in `vh` depend on the height of the page.
  const { heightPx: secondPx } = await measure(fitted, {
    width: contentWidthPx(fitted.job),
    height: heightPx,
  });
  const second = secondPx > heightPx ? await printAtHeight(fitted, secondPx + ROUNDING_PX) : null;
  if (second !== null) return second;
  throw new UnprintableJob(
    'options.height: "auto" makes one page, and the document has more. Remove page breaks, such as `break-after: page`, ' +
      'and heights that depend on the page, such as `100vh`',
  );
}

/** The document's margins become the job's, so that the height of the page is known. */
export async function takePageMargins({ page, job, limits }: PrintRun): Promise<PrintJob> {
  if (job.documentMargin !== true) return job;
  const margins = await page.evaluate<PageMargins>(PAGE_MARGINS_EXPRESSION, remainingMs(limits));
  const { header, footer, contentMargin, paper } = job;
  const taken = {
    ...job,
    documentMargin: false,
    contentMargin: {
      topMm: header.length > 0 ? contentMargin.topMm : margins.top / PIXELS_PER_MM,
      rightMm: margins.right / PIXELS_PER_MM,
      bottomMm: footer.length > 0 ? contentMargin.bottomMm : margins.bottom / PIXELS_PER_MM,
      leftMm: margins.left / PIXELS_PER_MM,
    },
  };
  const problem = findPaperProblem(taken, paper.widthMm, paper.heightMm);
  if (problem !== null) throw new UnprintableJob(`${page.sourceField}: ${problem}`);
  return taken;
}

/** Chromium lays out a page in whole pixels, rounded up. The subtraction removes errors of floating point. */
export const contentWidthPx = ({ paper, contentMargin: { leftMm, rightMm }, scale }: PrintJob): number =>
  Math.max(1, Math.ceil(((paper.widthMm - leftMm - rightMm) * PIXELS_PER_MM) / scale - 1e-6));

/** Measures the height of the content in pixels of the page, after Chromium has shrunk it. */
async function measureShrunk(run: PrintRun): Promise<number> {
  const width = contentWidthPx(run.job);
  const { widthPx, heightPx } = await measure(run, { width, height: 1 });
  if (widthPx <= width) return heightPx + ROUNDING_PX;
  const shrunkWidth = Math.min(widthPx, Math.ceil(width * MAX_SHRINK));
  const shrunk = await measure(run, { width: shrunkWidth, height: 1 });
  return Math.ceil((shrunk.heightPx * width * SHRINK_ROUNDING) / shrunkWidth) + ROUNDING_PX;
}

/** Removes minimum heights that depend on the height of the window. @returns whether there was one */
async function freeMinHeights(run: PrintRun, heightPx: number): Promise<boolean> {
  const width = contentWidthPx(run.job);
  // The order matters: after a print, lengths in `vh` stay those of its page until the window changes.
  await evaluateIn(run, { width, height: heightPx }, NOTE_MIN_HEIGHTS_EXPRESSION);
  return evaluateIn<boolean>(run, { width, height: 1 }, FREE_MIN_HEIGHTS_EXPRESSION);
}

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export const measure = (run: PrintRun, window: WindowSize): Promise<ContentSize> =>
  evaluateIn(run, window, MEASURE_EXPRESSION);

async function evaluateIn<Result>(
  { page, job, limits }: PrintRun,
  window: WindowSize,
  expression: string,
): Promise<Result> {
  const timeoutMs = remainingMs(limits);
  const [, result] = await Promise.all([
    page.setWindow({ ...window, media: job.mediaType }, timeoutMs),
    page.evaluate<Result>(expression, timeoutMs),
  ]);
  return result;
}

/** Returns null if the document has more than one page. */
async function printAtHeight(run: PrintRun, heightPx: number): Promise<PrintedDocument | null> {
  const job = { ...run.job, paper: toPaper(run.job, heightPx) };
  await run.page.evaluate(toPaperExpression(toPaperStyle(job)), remainingMs(run.limits));
  const printed = await printDocument({ ...run, job });
  if (printed.totalPages === 1) return printed;
  printed.document.source.close?.();
  return null;
}

function toPaper({ paper, contentMargin, scale, pageBounds }: PrintJob, heightPx: number): PrintJob['paper'] {
  const contentMm = Math.max((heightPx * scale) / PIXELS_PER_MM, pageBounds?.minContentMm ?? 0);
  const heightMm = contentMm + contentMargin.topMm + contentMargin.bottomMm;
  if (heightMm > paper.heightMm) {
    const neededMm = Math.ceil(heightMm);
    throw new UnprintableJob(
      `options.height: the content needs a page of ${neededMm} mm; "auto" allows ${paper.heightMm} mm`,
    );
  }
  return { ...paper, heightMm };
}
