import type { RenderWarning } from '@platen/pdf';
import { inTurns } from '../../../compose/turns.ts';
import { findUnknownFields } from '../../../compose/unknown-fields/index.ts';
import { type Assembly, finishRequest, mergeRequest, splitRequest } from '../../../schema/api/assemble.ts';
import { writeMeta } from '../../../schema/api/meta.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import { takesCreditsLater } from '../jobs/job-kind.ts';
import { openReport } from './assemble/assembly-report.ts';
import { makeFinish } from './finish.ts';
import { makeMerge } from './merge.ts';
import type { Output, Product } from './production.ts';
import type { AssemblyRun } from './assemble/assembly-run.ts';
import { makeSplit } from './split.ts';

export interface AssemblyInput {
  readonly assembly: Assembly;
  /** The request, with the fields that the API does not have. */
  readonly json: unknown;
  /** Has the memory of the body. */
  readonly memory: RequestMemory;
}

const SCHEMAS = { merge: mergeRequest, split: splitRequest, finish: finishRequest } as const;

/** PDFs of PDFs: a merge, the excerpts of a split, or a finished file. */
export const assemblyOf = ({ assembly, json, memory }: AssemblyInput): Product => ({
  memory,
  creditsLater: takesCreditsLater(assembly.kind),
  thumbnailWidth: assembly.body.thumbnail?.width ?? null,
  meta: writeMeta(assembly.body.meta),
  make: async (run) => {
    await memory.assemble();
    const { meter } = run.ctx;
    const unknown = await inTurns(findUnknownFields(json, SCHEMAS[assembly.kind], meter), meter);
    const report = openReport(assembly, unknown);
    const differences: RenderWarning[] = [];
    const outputs = await run.phases.measure('make', () => make({ ...run, report, differences }, assembly));
    return {
      outputs,
      differences,
      report: report && (({ make: makeMs = 0, store = 0 }) => report.toReport({ make: makeMs, store })),
    };
  },
});

function make(run: AssemblyRun, { kind, body }: Assembly): Promise<readonly Output[]> {
  if (kind === 'merge') return makeMerge(run, body);
  return kind === 'split' ? makeSplit(run, body) : makeFinish(run, body);
}
