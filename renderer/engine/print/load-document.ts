import { PrintFailed, UnprintableJob } from '../failures.ts';
import { toReadinessExpression } from '../in-page/expressions.ts';
import type { Readiness, ReadinessCheck, ReadyDocument } from '../in-page/messages.ts';
import { remainingMs } from '../print-limits.ts';
import { documentLeft, ParserBlocked, requireStay } from './page-failures.ts';
import { toPictureSelectors } from '../picture/take-picture.ts';
import { toPaperStyle, toWindow } from './paper.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';
import { hasConditions, toElementWaits, waitForConditions } from './wait-for.ts';
import { warnOfUnfinished } from './warn-of-unfinished.ts';

/** How long a navigation that has begun may take until it replaces the document or is blocked. */
const DEPARTURE_MS = 1_000;

/**
 * @throws {UnprintableJob} a bad selector, or the document navigates away
 * @throws {WaitTimeout} a condition of the job does not hold in time
 * @throws {ParserBlocked}
 */
export async function loadDocument(run: PrintRun): Promise<ReadyDocument> {
  const { job, recorder } = run;
  const loaded = requireReady(run, await load(run, !hasConditions(job)));
  await requireNoDeparture(run, loaded);
  const document = hasConditions(job) ? await settleAfterConditions(run, loaded) : loaded;
  recorder.addDocument(document);
  warnOfUnfinished(recorder, document);
  return document;
}

async function settleAfterConditions(run: PrintRun, { arrived }: ReadyDocument): Promise<ReadyDocument> {
  await waitForConditions(run);
  requireStay(run.page);
  const budgetMs = resourceBudgetMs(run.limits);
  const settled = requireReady(run, await check(run, { isSettled: true, budgetMs }));
  await requireNoDeparture(run, settled);
  return { ...settled, arrived: arrived ?? settled.arrived };
}

async function requireNoDeparture({ page, limits }: PrintRun, { isLeaving }: ReadyDocument): Promise<void> {
  if (!isLeaving) return;
  await page.watch.waitForDeparture(Math.min(DEPARTURE_MS, remainingMs(limits)));
  requireStay(page);
}

function requireReady({ page, recorder }: PrintRun, readiness: Readiness): ReadyDocument {
  requireStay(page);
  switch (readiness.state) {
    case 'ready':
      page.noteUse(readiness);
      return readiness;
    case 'invalid-selector':
      throw new UnprintableJob(`${readiness.field}: ${readiness.problem}`);
    case 'parser-blocked':
      throw new ParserBlocked(recorder.findPending(readiness.arrived));
    case 'failed':
      throw new PrintFailed(readiness.problem);
    case 'left':
    default:
      throw documentLeft();
  }
}

/** Chromium runs commands in order. Nothing here may throw after the first one: its rejection would have no handler. */
async function load(run: PrintRun, isSettled: boolean): Promise<Readiness> {
  const { page, job, limits } = run;
  const timeoutMs = remainingMs(limits);
  const budgetMs = resourceBudgetMs(limits);
  const [, , readiness] = await Promise.all([
    page.setWindow({ ...toWindow(job), media: job.mediaType }, timeoutMs),
    page.setContent(job.html, timeoutMs),
    check(run, { isSettled, budgetMs }),
  ]);
  return readiness;
}

interface CheckOptions extends Pick<ReadinessCheck, 'isSettled'> {
  readonly budgetMs: number;
}

async function check(
  { page, job, limits }: PrintRun,
  { isSettled, budgetMs }: CheckOptions,
): Promise<Readiness> {
  const parameters: ReadinessCheck = {
    isSettled,
    selectors: [...toElementWaits(job), ...toPictureSelectors(job)],
    hasShadowRoots: job.html.includes('shadowrootmode'),
    resourceBudgetMs: budgetMs,
    report: isSettled && (job.report ?? false),
    paperStyle: toPaperStyle(job),
  };
  return page.evaluate<Readiness>(toReadinessExpression(parameters), remainingMs(limits));
}
