import type { Phases } from '../../adapters/tracing/phases.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { type AppContext, requireMemory } from './context.ts';

/** What a request gives to work that makes files. */
interface Means {
  readonly terms: {
    readonly startedAt: number;
    readonly signal: AbortSignal;
    readonly wantsHash: false;
    readonly isStrict: false;
    readonly inBackground: (work: Promise<unknown>) => void;
  };
  readonly phases: Phases;
  readonly memory: RequestMemory;
}

/** If the client hangs up, the work ends early, and still releases its reservation. */
export function runWork<Result>(c: AppContext, start: (means: Means) => Promise<Result>): Promise<Result> {
  const { arrivedAt: startedAt, phases } = c.var;
  const terms = {
    startedAt,
    signal: c.req.raw.signal,
    wantsHash: false,
    isStrict: false,
    inBackground: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  } as const;
  const work = start({ terms, phases, memory: requireMemory(c) });
  c.executionCtx.waitUntil(work.catch(() => undefined));
  return work;
}
