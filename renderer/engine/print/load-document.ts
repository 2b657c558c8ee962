import { PrintFailed, UnprintableJob } from '../failures.ts';
import { NEXT_TASK_EXPRESSION, toReadinessExpression } from '../in-page/expressions.ts';
import type { Readiness, ReadinessCheck, ReadyDocument } from '../in-page/messages.ts';
import { remainingMs } from '../print-limits.ts';
import { ParserBlocked, requireStay } from './page-failures.ts';
import { toPaperStyle, toWindow } from './paper.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';
import { hasConditions, toElementWaits, waitForConditions } from './wait-for.ts';
import { warnOfUnfinished } from './warn-of-unfinished.ts';

/** A complete document has its load event by then. After `window.stop()` there is none. */
const STOPPED_MS = 300;

/**
 * @throws {UnprintableJob} a bad selector, or the document navigates away
 * @throws {WaitTimeout} a condition of the job does not hold in time
 * @throws {ParserBlocked}
 */
export async function loadDocument(run: PrintRun): Promise<ReadyDocument> {
  const { page, job, limits, recorder } = run;
  const loaded = requireReady(run, await load(run, !hasConditions(job)));
  // A `javascript:` address may replace the document in the next task. Then this command fails.
  if (page.watch.isLeaving) await page.evaluate(NEXT_TASK_EXPRESSION, remainingMs(limits));
  const document = hasConditions(job) ? await settleAfterConditions(run, loaded) : loaded;
  recorder.addDocument(document);
  warnOfUnfinished(recorder, document);
  return document;
}

async function settleAfterConditions(run: PrintRun, { arrived }: ReadyDocument): Promise<ReadyDocument> {
  await waitForConditions(run);
  requireStay(run.page);
  const budgetMs = resourceBudgetMs(run.limits);
  const settled = requireReady(run, await check(run, { pass: 'later', isSettled: true, budgetMs }));
  return { ...settled, arrived: arrived ?? settled.arrived };
}

function requireReady({ recorder }: PrintRun, readiness: Readiness): ReadyDocument {
  switch (readiness.state) {
    case 'ready':
      return readiness;
    case 'invalid-selector':
      throw new UnprintableJob(`${readiness.field}: ${readiness.problem}`);
    case 'parser-blocked':
      throw new ParserBlocked(recorder.findPending(readiness.arrived));
    case 'loading':
    default:
      throw new PrintFailed('the document did not load');
  }
}

/** Chromium runs commands in order. A document that loads nothing is ready at the first check. */
async function load(run: PrintRun, isSettled: boolean): Promise<Readiness> {
  const { page, job, limits } = run;
  const timeoutMs = remainingMs(limits);
  const budgetEnd = Date.now() + resourceBudgetMs(limits);
  const budgetMs = () => Math.max(0, budgetEnd - Date.now());
  const [, , , first] = await Promise.all([
    page.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    job.waitFor?.networkIdleMs !== undefined && page.watchNetwork(timeoutMs),
    page.setContent(job.html, timeoutMs),
    check(run, { pass: 'first', isSettled, budgetMs: budgetMs() }),
  ]);
  if (first.state === 'invalid-selector') return first;
  requireStay(page);
  const isComplete = first.state === 'ready';
  if (isComplete && page.watch.hasLoaded) return first;
  await page.watch.waitForLoad(isComplete ? Math.min(STOPPED_MS, budgetMs()) : budgetMs());
  requireStay(page);
  const pass = page.watch.hasLoaded ? 'later' : 'last';
  const second = await check(run, { pass, isSettled, budgetMs: budgetMs() });
  return isComplete && second.state === 'ready'
    ? { ...second, arrived: first.arrived ?? second.arrived }
    : second;
}

interface CheckOptions extends Pick<ReadinessCheck, 'pass' | 'isSettled'> {
  readonly budgetMs: number;
}

function check(
  { page, job, limits }: PrintRun,
  { pass, isSettled, budgetMs }: CheckOptions,
): Promise<Readiness> {
  const parameters: ReadinessCheck = {
    pass,
    isSettled,
    selectors: toElementWaits(job),
    hasShadowRoots: job.html.includes('shadowrootmode'),
    resourceBudgetMs: budgetMs,
    missingGlyphs: isSettled && (job.report ?? false),
    paperStyle: toPaperStyle(job),
  };
  return page.evaluate<Readiness>(toReadinessExpression(parameters), remainingMs(limits));
}
