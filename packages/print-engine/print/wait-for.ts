import { WaitTimeout } from '../failures.ts';
import { toElementExpression } from '../in-page/expressions.ts';
import type { ElementWait } from '../in-page/messages.ts';
import type { PrintJob } from '@platen/pdf';
import { remainingMs } from '../print-limits.ts';
import { withTimeout } from '../with-timeout.ts';
import { waitForExpression } from './wait-for-expression.ts';
import { waitForNetwork } from './wait-for-network.ts';
import type { PrintRun } from './print-run.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** Conditions end this time before the deadline, so that the answer can name the one that did not hold. */
export const RESERVE_MS = 250;

const MAX_QUOTED_CHARACTERS = 200;

export function toElementWaits({ waitForSelector, waitFor }: PrintJob): ElementWait[] {
  const waits: ElementWait[] = [];
  if (waitForSelector !== null)
    waits.push({ selector: waitForSelector, visible: false, field: 'options.waitForSelector' });
  if (waitFor?.selector !== undefined) {
    const { selector, visible = false } = waitFor;
    waits.push({ selector, visible, field: 'options.waitFor.selector' });
  }
  return waits;
}

export const hasConditions = ({ waitForSelector, waitFor }: PrintJob): boolean =>
  waitForSelector !== null || (waitFor !== undefined && waitFor !== null);

/** Waits for all conditions at the same time. @throws {WaitTimeout} one of them does not hold in time */
export async function waitForConditions(run: PrintRun): Promise<void> {
  const { page, job, limits } = run;
  const { expression, networkIdleMs, delayMs = 0, timeoutMs = DEFAULT_TIMEOUT_MS } = job.waitFor ?? {};
  const leftMs = remainingMs(limits);
  const limitMs = Math.max(0, Math.min(timeoutMs, leftMs - RESERVE_MS));
  const within = (work: Promise<unknown>, toDetail: () => string) =>
    withTimeout(work, limitMs, () => {
      throw new WaitTimeout(`${toDetail()} within ${Math.round(limitMs)} ms`);
    });
  const waits = toElementWaits(job).map((wait) =>
    within(page.evaluate(toElementExpression(wait), leftMs), () => describeElement(wait)),
  );
  if (expression !== undefined) {
    const { held, lastError } = waitForExpression(run, expression);
    waits.push(within(held, () => describeExpression(expression, lastError())));
  }
  if (networkIdleMs !== undefined) {
    const detail = `options.waitFor.networkIdleMs: the network was not idle for ${networkIdleMs} ms`;
    waits.push(within(waitForNetwork(run, networkIdleMs), () => detail));
  }
  const detail = `options.waitFor.delayMs: the delay of ${delayMs} ms did not end`;
  if (delayMs > 0) waits.push(within(sleep(delayMs), () => detail));
  await Promise.all(waits);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const describeElement = ({ field, selector, visible }: ElementWait): string =>
  `${field}: no ${visible ? 'visible ' : ''}element matched ${quote(selector)}`;

const describeExpression = (expression: string, error: string | null): string => {
  const cause = error === null ? '' : ` (it throws ${quote(error)})`;
  return `options.waitFor.expression: ${quote(expression)} did not become truthy${cause}`;
};

const quote = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MAX_QUOTED_CHARACTERS
    ? `\`${line}\``
    : `\`${line.slice(0, MAX_QUOTED_CHARACTERS - 1)}…\``;
};
