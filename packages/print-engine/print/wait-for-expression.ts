import { toConditionExpression } from '../in-page/expressions.ts';
import { remainingMs } from '../print-limits.ts';
import type { PrintRun } from './print-run.ts';

const INTERVAL_MS = 50;

interface ExpressionWait {
  /** Rejects if the page is closed. */
  readonly held: Promise<void>;
  /** It is null if the expression did not throw the last time. */
  readonly lastError: () => string | null;
}

/** Evaluates an expression among the document's scripts until it is true. While it throws, it does not hold. */
export function waitForExpression({ page, limits }: PrintRun, expression: string): ExpressionWait {
  let error: string | null = null;
  const condition = toConditionExpression(expression);
  const holds = async (): Promise<boolean> => {
    const result = await page.evaluateInDocument(condition, remainingMs(limits));
    error = typeof result === 'string' ? (result.split('\n')[0] ?? '') : null;
    return result === true;
  };
  const wait = async (): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  };
  return { held: wait(), lastError: () => error };
}
