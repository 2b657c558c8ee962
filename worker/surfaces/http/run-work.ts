import type { AppContext } from './context.ts';

/** What a request gives to work that makes files. */
export const meansOf = (c: AppContext) => ({
  startedAt: c.get('arrivedAt'),
  phases: c.get('phases'),
  signal: c.req.raw.signal,
  inBackground: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
});

/** If the client hangs up, the work ends early, and still releases its reservation. */
export function runWork<Result>(
  c: AppContext,
  start: (means: ReturnType<typeof meansOf>) => Promise<Result>,
): Promise<Result> {
  const work = start(meansOf(c));
  c.executionCtx.waitUntil(work.catch(() => undefined));
  return work;
}
