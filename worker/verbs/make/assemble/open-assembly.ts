import { EDGE_MAX_BYTES } from '../../../../compose/template-limits.ts';
import { type Assembly, finishRequest, mergeRequest, splitRequest } from '../../../../schema/api/assemble.ts';
import { overTwiceTheLimit } from '../../../../schema/api/body-problems.ts';
import type { Ctx } from '../../../ctx.ts';
import type { OpenWork } from '../run-attempt.ts';
import { readJson } from '../../../lib/memory/read-json.ts';
import { RequestMemory } from '../../../lib/memory/request-memory.ts';
import { printLimits } from '../print-limits.ts';
import type { StoredBody } from '../../../adapters/r2/object-store.ts';
import { type AssembleInput, assemblePlanned } from './assemble.ts';

interface StoredAssembly extends Pick<AssembleInput, 'key' | 'terms' | 'phases' | 'reportKeeping'> {
  readonly kind: Assembly['kind'];
  readonly stored: StoredBody;
}

/** The request of a job. It is read when it runs. */
export function openAssembly(ctx: Ctx, { kind, stored, ...input }: StoredAssembly): OpenWork {
  const memory = new RequestMemory(ctx.workspace.id, printLimits(ctx, input.terms.startedAt).deadline);
  return {
    make: async (planned, reserved) => {
      const limits = { maxBytes: EDGE_MAX_BYTES, tooLarge: overTwiceTheLimit(EDGE_MAX_BYTES) };
      const json = await readJson(stored.body, limits, memory);
      const { services } = ctx;
      const assembly = parse(kind, json);
      return assemblePlanned({ ...planned, services }, { ...input, memory, assembly, json }, reserved);
    },
    close: () => memory.release(),
  };
}

function parse(kind: Assembly['kind'], json: unknown): Assembly {
  if (kind === 'merge') return { kind, body: mergeRequest.parse(json) };
  if (kind === 'split') return { kind, body: splitRequest.parse(json) };
  return { kind, body: finishRequest.parse(json) };
}
