import { remainingMs } from '../print-limits.ts';
import type { PrintRun } from './print-run.ts';

/** Returns whether the page has a background that hides what is below. That of `html` or `body` covers the paper. */
const IS_OPAQUE = `[document.documentElement, document.body].some((element) => {
  const { backgroundColor } = element ? getComputedStyle(element) : { backgroundColor: '' };
  return /^rgb\\(|^color\\([^/]*\\)$/.test(backgroundColor);
})`;

/** Warns of a letterhead that nobody sees. The document has its media of the print. */
export async function warnOfHiddenLetterhead({ page, job, recorder, limits }: PrintRun): Promise<void> {
  if (!job.finish?.letterhead || !job.printBackground) return;
  if (!(await page.evaluate<boolean>(IS_OPAQUE, remainingMs(limits)))) return;
  recorder.warnings.add({
    code: 'LETTERHEAD_HIDDEN',
    message:
      'The background of html or body covers the letterhead, which is below it. Remove the background, or make it transparent for print.',
    field: job.finish.letterhead.field,
  });
}
