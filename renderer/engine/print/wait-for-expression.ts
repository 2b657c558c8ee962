import type { Protocol } from '../devtools/protocol.ts';
import { remainingMs } from '../print-limits.ts';
import type { PrintRun } from './print-run.ts';

const INTERVAL_MS = 50;

/** Chromium keeps the objects that an expression returns until the group is released. */
const OBJECTS = 'wait-for';

interface ExpressionWait {
  /** Rejects if the page is closed. */
  readonly held: Promise<void>;
  /** Null if the expression did not throw the last time. */
  readonly lastError: () => string | null;
}

/** Evaluates it among the document's scripts, again and again. If it throws, it does not hold. */
export function waitForExpression({ page, limits }: PrintRun, expression: string): ExpressionWait {
  let error: string | null = null;
  const holds = async (): Promise<boolean> => {
    const { result, exceptionDetails } = await page.send(
      'Runtime.evaluate',
      { expression, awaitPromise: true, silent: true, objectGroup: OBJECTS },
      remainingMs(limits),
    );
    error = exceptionDetails ? toText(exceptionDetails) : null;
    return !exceptionDetails && isTruthy(result);
  };
  const wait = async (): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    await page.send('Runtime.releaseObjectGroup', { objectGroup: OBJECTS }, remainingMs(limits));
  };
  return { held: wait(), lastError: () => error };
}

const toText = ({ text, exception }: Protocol.Runtime.ExceptionDetails): string =>
  (exception?.description ?? (exception?.value === undefined ? text : String(exception.value))).split(
    '\n',
  )[0] ?? text;

/** An object has no value here, but every object is truthy. */
const isTruthy = ({ type, subtype, value, unserializableValue }: Protocol.Runtime.RemoteObject): boolean => {
  if (unserializableValue !== undefined) return !['NaN', '-0', '0n'].includes(unserializableValue);
  if (type === 'undefined' || subtype === 'null') return false;
  return type === 'object' || type === 'function' || type === 'symbol' || Boolean(value);
};
