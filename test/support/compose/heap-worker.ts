/** Runs every hostile template in a thread whose heap is bounded; counts in shared memory how many it survived. */
import { workerData } from 'node:worker_threads';
import { outcomeOf } from './hostile-outcome.ts';
import { HOSTILE_TEMPLATES } from './hostile/all.ts';

const survived = new Int32Array(workerData as SharedArrayBuffer);

for (const hostile of HOSTILE_TEMPLATES) {
  outcomeOf(hostile);
  Atomics.add(survived, 0, 1);
}
