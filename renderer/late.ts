import { NoPageInTime, withTimeout } from '@platen/print-engine';

/**
 * A renderer ends each job at its deadline, unless it is overloaded. This isolate waits so much longer for the answer. The wait begins
 * when the isolate sees that the deadline has passed. An isolate that was held up has the answer by then, but has not read it.
 */
const GRACE_MS = 1_000;

const until = (deadline: number): number => Math.max(0, deadline - Date.now());

/** @param deadline epoch milliseconds @throws {NoPageInTime} */
export async function answerInTime<T extends object>(answer: PromiseLike<T>, deadline: number): Promise<T> {
  const inTime = await withTimeout<T | null>(answer, until(deadline), () => null);
  if (inTime !== null) return inTime;
  return withTimeout(answer, GRACE_MS, () => {
    throw new NoPageInTime('the renderer did not answer in time');
  });
}

/** Aborts when the renderer can no longer answer. @param deadline epoch milliseconds */
export function lateSignal(deadline: number): AbortSignal {
  const late = new AbortController();
  const startGrace = () => {
    setTimeout(() => late.abort(), GRACE_MS);
  };
  AbortSignal.timeout(until(deadline)).addEventListener('abort', startGrace, { once: true });
  return late.signal;
}
