import { type AppContext, timeOf } from './context.ts';

/** A request gives this to work that makes files. */
export const meansOf = (c: AppContext) => ({
  ...timeOf(c),
  phases: c.get('phases'),
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
