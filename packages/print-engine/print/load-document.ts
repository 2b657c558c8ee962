import { PrintFailed, UnprintableJob, WaitTimeout } from '../failures.ts';
import { toReadinessExpression } from '../in-page/expressions.ts';
import type { Readiness, ReadinessCheck, ReadyDocument } from '../in-page/messages.ts';
import type { PrintJob } from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { UNSEEN_WINDOW } from '../fast/screen.ts';
import { looksFor } from './faults.ts';
import { tooLong } from './main-navigation.ts';
import { openAddress } from './open-address.ts';
import { documentCutOff, documentLeft, ParserBlocked, requireStay } from './page-failures.ts';
import { toPictureSelectors } from '../picture/take-picture.ts';
import { toLeastPageMm, toPageWidth, toPaperStyle, toWindow } from './paper.ts';
import { isTagged } from './print-parameters.ts';
import { mayBePaged, toSectionSelectors } from '../paged/may-be-paged.ts';
import { type PrintRun, resourceBudgetMs } from './print-run.ts';
import { hasConditions, toElementWaits, waitForConditions } from './wait-for.ts';
import { toNoEffectCheck, warnOfNoEffect } from './warn-of-no-effect.ts';
import { warnOfLosses } from './warn-of-losses.ts';
import { warnOfUnfinished } from './warn-of-unfinished.ts';

/** The time that a navigation has to replace the document or to be blocked. A server may be slow. */
const DEPARTURE_MS = 5_000;

/**
 * Loads the document, and waits until it and the conditions of the job are ready.
 * @throws {UnprintableJob} a bad selector, or the document navigates away
 * @throws {WaitTimeout} a condition of the job does not hold in time
 * @throws {ParserBlocked}
 */
export async function loadDocument(run: PrintRun): Promise<ReadyDocument> {
  const { job, recorder, navigation } = run;
  if (navigation !== null) await openAddress(run, navigation);
  const loaded = requireReady(run, await load(run, !hasConditions(job)));
  await requireNoDeparture(run, loaded);
  const document = hasConditions(job) ? await settleAfterConditions(run, loaded) : loaded;
  recorder.addDocument(document);
  warnOfUnfinished(recorder, document);
  warnOfLosses(recorder, document, job);
  if (document.noEffect) warnOfNoEffect(recorder, document.noEffect);
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

function requireReady({ page, job, recorder }: PrintRun, readiness: Readiness): ReadyDocument {
  requireStay(page);
  switch (readiness.state) {
    case 'ready':
      page.noteUse(readiness);
      requireLength(job, readiness);
      return readiness;
    case 'invalid-selector':
      throw new UnprintableJob(`${readiness.field}: ${readiness.problem}`);
    case 'parser-blocked':
      throw parserBlocked(job, recorder.findPending(readiness.arrived));
    case 'failed':
      throw new PrintFailed(readiness.problem);
    case 'left':
      throw job.address ? documentCutOff(page) : documentLeft(page);
    default:
      throw documentLeft(page);
  }
}

/** Finds the cause of a blocked parser. If no resource blocks it, the server of the address has not sent the whole document. */
const parserBlocked = ({ address }: PrintJob, pending: readonly string[]): Error =>
  address && pending.length === 0
    ? new WaitTimeout('url: its server did not send the whole document in time')
    : new ParserBlocked(pending);

/** Checks the length again, because a server need not send it before the document. */
function requireLength({ address }: PrintJob, { documentBytes }: ReadyDocument): void {
  if (!address || documentBytes <= address.maxDocumentBytes) return;
  throw new UnprintableJob(`url: ${tooLong(documentBytes, address.maxDocumentBytes)}`);
}

/** Chromium runs commands in order. Nothing here may throw after the first one: its rejection would have no handler. */
async function load(run: PrintRun, isSettled: boolean): Promise<Readiness> {
  const { page, job, limits, navigation, shortcuts } = run;
  const timeoutMs = remainingMs(limits);
  const budgetMs = resourceBudgetMs(limits);
  if (navigation !== null) return check(run, { isSettled, budgetMs });
  const window = shortcuts.isUnseen ? UNSEEN_WINDOW : toWindow(job);
  const [, , , readiness] = await Promise.all([
    page.setWindow({ ...window, media: job.mediaType }, timeoutMs),
    shortcuts.isUnseen && page.hideNext(timeoutMs),
    page.setContent(job.html, timeoutMs, shortcuts),
    check(run, { isSettled, budgetMs }),
  ]);
  return readiness;
}

interface CheckOptions extends Pick<ReadinessCheck, 'isSettled'> {
  readonly budgetMs: number;
}

async function check(run: PrintRun, { isSettled, budgetMs }: CheckOptions): Promise<Readiness> {
  const { page, job, limits, shortcuts } = run;
  const parameters: ReadinessCheck = {
    isSettled,
    isStatic: shortcuts.isStatic,
    isUnseen: shortcuts.isUnseen,
    selectors: [...toElementWaits(job), ...toPictureSelectors(job), ...toSectionSelectors(job)],
    hasShadowRoots: Boolean(job.address) || job.html.includes('shadowrootmode'),
    resourceBudgetMs: budgetMs,
    findsPaged: isSettled && !shortcuts.isStatic && mayBePaged(job),
    findsHeadings: isSettled && job.outline,
    findsUnloaded: isSettled && looksFor(job, 'resources'),
    findsClipped: isSettled && looksFor(job, 'overflow'),
    findsWide: isSettled && looksFor(job, 'overflow') ? toPageWidth(job) : null,
    findsNoEffect: isSettled ? toNoEffectCheck(job) : null,
    labelsGraphics: isTagged(job),
    leastPageMm: toLeastPageMm(job),
    paperStyle: toPaperStyle(job),
  };
  return page.evaluate<Readiness>(toReadinessExpression(parameters), remainingMs(limits));
}
