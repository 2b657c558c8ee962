import { PrintFailed, UnprintableJob } from '../failures.ts';
import { NEXT_TASK_EXPRESSION, toReadinessExpression } from '../in-page/expressions.ts';
import type { Readiness, ReadinessCheck, ReadyDocument } from '../in-page/messages.ts';
import { remainingMs } from '../print-limits.ts';
import { ParserBlocked, requireStay } from './page-failures.ts';
import { toPaperStyle, toWindow } from './paper.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';

/** A complete document has its load event by then. After `window.stop()` there is none. */
const STOPPED_MS = 300;

/** @throws {UnprintableJob} a bad selector, or the document navigates away @throws {ParserBlocked} */
export async function loadDocument(run: PrintRun): Promise<ReadyDocument> {
  const { page, limits, recorder } = run;
  const readiness = await checkTwice(run);
  // A `javascript:` address may replace the document in the next task. Then this command fails.
  if (page.watch.isLeaving) await page.evaluate(NEXT_TASK_EXPRESSION, remainingMs(limits));
  switch (readiness.state) {
    case 'ready':
      recorder.addDocument(readiness);
      return readiness;
    case 'invalid-selector':
      throw new UnprintableJob(`options.waitForSelector: ${readiness.problem}`);
    case 'parser-blocked':
      throw new ParserBlocked(recorder.findPending(readiness.arrived));
    case 'loading':
    default:
      throw new PrintFailed('the document did not load');
  }
}

/** Chromium runs commands in order. A document that loads nothing is ready at the first check. */
async function checkTwice(run: PrintRun): Promise<Readiness> {
  const { page, job, limits } = run;
  const timeoutMs = remainingMs(limits);
  const budgetEnd = Date.now() + resourceBudgetMs(limits);
  const check = (pass: ReadinessCheck['pass']) =>
    page.evaluate<Readiness>(
      toReadinessExpression(toCheck(run, pass, Math.max(0, budgetEnd - Date.now()))),
      remainingMs(limits),
    );
  const [, , first] = await Promise.all([
    page.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    page.setContent(job.html, timeoutMs),
    check('first'),
  ]);
  if (first.state === 'invalid-selector') return first;
  requireStay(page);
  const isComplete = first.state === 'ready';
  if (isComplete && page.watch.hasLoaded) return first;
  const budgetMs = Math.max(0, budgetEnd - Date.now());
  await page.watch.waitForLoad(isComplete ? Math.min(STOPPED_MS, budgetMs) : budgetMs);
  requireStay(page);
  const second = await check(page.watch.hasLoaded ? 'later' : 'last');
  return isComplete && second.state === 'ready'
    ? { ...second, arrived: first.arrived ?? second.arrived }
    : second;
}

const toCheck = ({ job }: PrintRun, pass: ReadinessCheck['pass'], budgetMs: number): ReadinessCheck => ({
  pass,
  selector: job.waitForSelector,
  resourceBudgetMs: budgetMs,
  missingGlyphs: job.report ?? false,
  paperStyle: toPaperStyle(job),
});
