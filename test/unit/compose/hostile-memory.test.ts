import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { HOSTILE_TEMPLATES } from '../../support/compose/hostile/all.ts';

/** What the thread takes before the first template: Node, the engine, the helpers. */
const BASELINE_MB = 16;
const MAX_GROWTH_MB = 64;

it('renders every hostile template in a heap of 64 MB', { timeout: 120_000 }, async () => {
  const survived = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL('../../support/compose/heap-worker.ts', import.meta.url), {
    workerData: survived.buffer,
    resourceLimits: { maxOldGenerationSizeMb: BASELINE_MB + MAX_GROWTH_MB, maxYoungGenerationSizeMb: 16 },
  });

  await once(thread, 'exit');

  expect(survived[0]).toBe(HOSTILE_TEMPLATES.length);
});
