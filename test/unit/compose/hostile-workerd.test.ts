import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import { expectEnd } from '../../support/compose/expect-end.ts';
import { HOSTILE_TEMPLATES } from '../../support/compose/hostile/all.ts';
import type { End } from '../../support/compose/hostile-outcome.ts';
import { buildForWorkerd, Workerd } from '../../support/compose/workerd.ts';
import { leastRatio } from '../../support/hostile/cpu.ts';
import { LONG, typical } from '../../support/thorough.ts';

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

interface Taken {
  readonly ratio: number;
  readonly growthMb: number;
}

async function fill(workerd: Workerd, template: number, fromMb: number): Promise<Taken> {
  // A template that is slower than this allows is compared in the same process.
  const referenceMs = (round: number) => (round === 0 ? leastReferenceMs : measureReference(workerd));
  let [ratio, growthMb] = [0, 0];
  for (const plan of PLANS_AT_BOTH_ENDS) {
    const cpuMs = async () => {
      // Frees what an earlier run left, so that it does not count for this one.
      await make(workerd, template);
      const taken = await workerd.measure(address(plan), fromMb);
      growthMb = Math.max(growthMb, taken.growthMb);
      return taken.cpuMs;
    };
    ratio = Math.max(ratio, await leastRatio(cpuMs, referenceMs, MAX_CPU_RATIO));
  }
  await expectOwnEnd(workerd, template);
  await expectOwnEnd(workerd, WARM_UP);
  return { ratio, growthMb };
}

async function expectOwnEnd(workerd: Workerd, template: number): Promise<void> {
  await make(workerd, template);
  expectEnd((await workerd.ask('/fill')) as End, { ends: HOSTILE_TEMPLATES[template]?.ends ?? '' });
}

const make = (workerd: Workerd, template: number) => workerd.ask(`/make?template=${template}`);
const address = (plan: PlanId) => `/fill?maxHtmlBytes=${PLANS[plan].maxHtmlBytes}`;
const isBounded = ({ ratio, growthMb }: Taken) => ratio < MAX_CPU_RATIO && growthMb < MAX_GROWTH_MB;

async function startWarm(): Promise<Workerd> {
  const workerd = await Workerd.start(config);
  await make(workerd, WARM_UP);
  await workerd.ask(address('growth'));
  return workerd;
}

/** The exact measure: the memory of its input does not count. */
async function fillAlone(template: number): Promise<Taken> {
  const workerd = await startWarm();
  try {
    await make(workerd, template);
    return await fill(workerd, template, workerd.residentMb());
  } finally {
    await workerd.stop();
  }
}

/** Starting a process takes longer than most templates. */
const TEMPLATES_PER_PROCESS = 16;

/** Fills templates in one process, compared with its memory before the first: what others left can only add. */
let shared: { readonly workerd: Workerd; readonly fromMb: number; left: number } | undefined;

async function fillShared(template: number): Promise<Taken> {
  if (shared === undefined) {
    const workerd = await startWarm();
    shared = { workerd, fromMb: workerd.residentMb(), left: TEMPLATES_PER_PROCESS };
  }
  shared.left -= 1;
  let isIntact = false;
  try {
    const taken = await fill(shared.workerd, template, shared.fromMb);
    isIntact = shared.left > 0 && isBounded(taken);
    return taken;
  } finally {
    if (!isIntact) await stopShared();
  }
}

async function stopShared(): Promise<void> {
  await shared?.workerd.stop();
  shared = undefined;
}
afterAll(stopShared);

const TEMPLATES = HOSTILE_TEMPLATES.map(({ name }, index) => [name, index] as const);

describe('in workerd, for the largest plan and for a small one, in bounded CPU time and 64 MB', () => {
  // In `npm test`, `hostile.test.ts` fills all of them in Node.
  test.each(typical(TEMPLATES, 8))(
    'a hostile template that %s ends as it should, and the next one is served',
    LONG,
    async (_, index) => {
      const most = await fillShared(index);
      const { ratio, growthMb } = isBounded(most) ? most : await fillAlone(index);
      expect(ratio).toBeLessThan(MAX_CPU_RATIO);
      expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
    },
  );
});
