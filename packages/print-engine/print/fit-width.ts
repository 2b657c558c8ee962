import type { PrintJob } from '@platen/pdf';
import { toPaperExpression } from '../in-page/expressions.ts';
import { remainingMs } from '../print-limits.ts';
import { toPaperStyle } from './paper.ts';
import { contentWidthPx, measure, takePageMargins } from './print-one-page.ts';
import type { PrintRun } from './print-run.ts';
import { PIXELS_PER_MM } from './units.ts';

/** Chromium prints at no smaller scale. */
const MIN_SCALE = 0.1;

/** Text that fills the page gets wider with it, so what fits at one scale may not fit at the next one. */
const MAX_ROUNDS = 5;

/** Chromium rounds the width of the page up to a whole pixel. */
const ROUNDING_PX = 1;

/** Returns the run with the scale at which the content is no wider than the page. Call `checkFit` after the print. */
export async function fitWidth(run: PrintRun): Promise<PrintRun> {
  if (run.job.fitWidth !== true || run.job.preferCssPageSize) return run;
  let job = await takePageMargins(run);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const widthPx = await measureTooWide({ ...run, job });
    if (widthPx === null) break;
    job = { ...job, scale: Math.max(MIN_SCALE, (job.scale * (contentWidthPx(job) - ROUNDING_PX)) / widthPx) };
  }
  if (job !== run.job) await run.page.evaluate(toPaperExpression(toPaperStyle(job)), remainingMs(run.limits));
  return { ...run, job };
}

/** Warns if the printed content is wider than the page: its width may depend on that of the page, and scripts run as the print begins. */
export async function checkFit(run: PrintRun): Promise<void> {
  const { job, recorder } = run;
  if (job.fitWidth !== true || job.preferCssPageSize || (await measureTooWide(run)) === null) return;
  recorder.warnings.add({
    code: 'CONTENT_WIDE',
    message:
      job.scale === MIN_SCALE
        ? `The content is wider than the page also at the smallest scale, ${MIN_SCALE}.`
        : `At the scale ${job.scale.toFixed(2)}, the content is still wider than the page. Does its width depend on that of the page, ` +
          'or does a script change it for the print?',
    field: 'options.fit',
  });
}

/** Returns null if the content is no wider than the page. */
async function measureTooWide(run: PrintRun): Promise<number | null> {
  const width = contentWidthPx(run.job);
  const { widthPx, isVertical } = await measure(run, { width, height: contentHeightPx(run.job) });
  return isVertical || widthPx <= width ? null : widthPx;
}

const contentHeightPx = ({ paper, contentMargin: { topMm, bottomMm }, scale }: PrintJob): number =>
  Math.max(1, Math.round(((paper.heightMm - topMm - bottomMm) * PIXELS_PER_MM) / scale));
