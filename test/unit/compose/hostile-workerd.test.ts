import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { HOSTILE_TEMPLATES } from '../../support/compose/hostile/all.ts';
import { buildForWorkerd, type Taken, Workerd } from '../../support/compose/workerd.ts';

/** CPU time of a template, as a multiple of the reference work in the same process. */
const MAX_CPU_RATIO = 20;
const MAX_GROWTH_MB = 64;

/** A harmless template, to warm up the isolate. */
const WARM_UP = HOSTILE_TEMPLATES.findIndex(({ ends }) => ends === 'ok');

let directory: string;
let config: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-hostile-'));
  const worker = inProject('test/support/compose/hostile-worker.toml');
  config = await buildForWorkerd(worker, 'hostile-worker.js', directory);
}, 60_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The largest limits that a Worker can have, and the default limits. */
const PLANS_AT_BOTH_ENDS = ['scale-enterprise', 'growth'] as const;

/** In its own process: memory left by an earlier template would hide growth. */
async function fillAlone(template: number): Promise<{ referenceMs: number; taken: Taken[] }> {
  const workerd = await Workerd.start(config);
  const make = (number: number) => workerd.ask(`/make?template=${number}`);
  const address = (plan: PlanId) => `/fill?maxHtmlBytes=${PLANS[plan].maxHtmlBytes}`;
  try {
    await make(WARM_UP);
    await workerd.ask(address('growth'));
    await workerd.ask('/reference');
    const { cpuMs: referenceMs } = await workerd.measure('/reference', 0);
    await make(template);
    const fromMb = workerd.residentMb();
    const taken: Taken[] = [];
    for (const plan of PLANS_AT_BOTH_ENDS) {
      taken.push(await workerd.measure(address(plan), fromMb));
      // Frees what the first plan left, so that it does not count for the second.
      await make(template);
    }
    await make(WARM_UP);
    expect(await workerd.ask(address('growth'))).toBe('ok');
    return { referenceMs, taken };
  } finally {
    await workerd.stop();
  }
}

describe('in workerd, for the largest plan and for a small one, in bounded CPU time and 64 MB', () => {
  test.concurrent.each(HOSTILE_TEMPLATES.map(({ name }, index) => [name, index] as const))(
    'a hostile template that %s ends, and the next one is served',
    async (_, index) => {
      const { referenceMs, taken } = await fillAlone(index);
      for (const { cpuMs, growthMb } of taken) {
        expect(cpuMs / referenceMs).toBeLessThan(MAX_CPU_RATIO);
        expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
      }
    },
    30_000,
  );
});
