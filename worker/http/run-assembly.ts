import type { AssembleInput, AssembleResult } from '../assemble/assemble.ts';
import { recordGeneration } from '../usage/record-generation.ts';
import { type AppContext, requireCtx, requireMemory } from './context.ts';

type Means = Pick<AssembleInput, 'terms' | 'phases' | 'memory'>;

/** Runs an assembly for a request. If the client hangs up, it ends early, and still releases its reservation. */
export async function runAssembly(
  c: AppContext,
  assemble: (means: Means) => Promise<AssembleResult>,
): Promise<AssembleResult> {
  const { arrivedAt: startedAt, phases } = c.var;
  const terms = {
    startedAt,
    signal: c.req.raw.signal,
    wantsHash: false,
    isStrict: false,
    inBackground: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
  const work = assemble({ terms, phases, memory: requireMemory(c) });
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const result = await work;
  if (!result.replayed) for (const file of filesOf(result)) recordGeneration(requireCtx(c), file);
  return result;
}

/** In their order. */
export const filesOf = ({ file, parts }: Pick<AssembleResult, 'file' | 'parts'>) =>
  parts.length === 0 ? [file] : parts.map((part) => part.file);
