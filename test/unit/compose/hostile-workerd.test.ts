import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { HOSTILE_TEMPLATES } from '../../support/compose/hostile/all.ts';
import { buildForWorkerd, Workerd } from '../../support/compose/workerd.ts';
import { leastRatio } from '../../support/hostile/cpu.ts';

/** CPU time of a template, as a multiple of the reference work in the same process. */
const MAX_CPU_RATIO = 20;
const MAX_GROWTH_MB = 64;

/** A harmless template, to warm up the isolate. */
const WARM_UP = HOSTILE_TEMPLATES.findIndex(({ ends }) => ends === 'ok');

let directory: string;
let config: string;
/** CPU time of the reference work: the least of several. */
let leastReferenceMs = Number.POSITIVE_INFINITY;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
  const worker = inProject('test/support/compose/hostile-worker.toml');
  config = await buildForWorkerd(worker, 'hostile-worker.js', directory);
  const workerd = await Workerd.start(config);
  for (let round = 0; round < 3; round += 1) {
    leastReferenceMs = Math.min(leastReferenceMs, await measureReference(workerd));
  }
  await workerd.stop();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The largest limits that a Worker can have, and the default limits. */
const PLANS_AT_BOTH_ENDS = ['scale-enterprise', 'growth'] as const;

/** Once the code is warm. */
async function measureReference(workerd: Workerd): Promise<number> {
  await workerd.ask('/reference');
  return (await workerd.measure('/reference', 0)).cpuMs;
}

/** In its own process: memory left by an earlier template would hide growth. */
async function fillAlone(template: number): Promise<{ ratio: number; growthMb: number }> {
  const workerd = await Workerd.start(config);
  const make = (number: number) => workerd.ask(`/make?template=${number}`);
  const address = (plan: PlanId) => `/fill?maxHtmlBytes=${PLANS[plan].maxHtmlBytes}`;
  try {
    await make(WARM_UP);
    await workerd.ask(address('growth'));
    // A template that is slower than this allows is compared in the same process.
    const referenceMs = (round: number) => (round === 0 ? leastReferenceMs : measureReference(workerd));
    await make(template);
    const fromMb = workerd.residentMb();
    let [ratio, growthMb] = [0, 0];
    for (const plan of PLANS_AT_BOTH_ENDS) {
      const cpuMs = async () => {
        const taken = await workerd.measure(address(plan), fromMb);
        growthMb = Math.max(growthMb, taken.growthMb);
        // Frees what this run left, so that it does not count for the next one.
        await make(template);
        return taken.cpuMs;
      };
      ratio = Math.max(ratio, await leastRatio(cpuMs, referenceMs, MAX_CPU_RATIO));
    }
    await make(WARM_UP);
    expect(await workerd.ask(address('growth'))).toBe('ok');
    return { ratio, growthMb };
  } finally {
    await workerd.stop();
  }
}

describe('in workerd, for the largest plan and for a small one, in bounded CPU time and 64 MB', () => {
  test.concurrent.each(HOSTILE_TEMPLATES.map(({ name }, index) => [name, index] as const))(
    'a hostile template that %s ends, and the next one is served',
    async (_, index) => {
      const { ratio, growthMb } = await fillAlone(index);
      expect(ratio).toBeLessThan(MAX_CPU_RATIO);
      expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
    },
  );
});
