import { PLANS, type PlanId } from '../../../../schema/plans.ts';
import type { BatchList } from '../batches/batch-list.ts';
import type { BatchRows } from '../batches/batch-rows.ts';
import type { JobStore } from './job-store.ts';
import { halfOf, isFullForRows, placesForJobs } from './share-places.ts';

export interface PlacesDeps {
  readonly jobs: JobStore;
  readonly batches: BatchList;
  readonly batchRows: BatchRows;
}

/** Counts what runs and what wants to run in a workspace, for the shares of jobs and of rows. */
export class Places {
  readonly #deps: PlacesDeps;

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
  }

  /** Returns the number of jobs that may still start or be in the queue. */
  forJobs(planId: PlanId): number {
    const { jobs, batches } = this.#deps;
    const taken = jobs.countRunning() + jobs.countRung();
    return placesForJobs(this.#load(planId), { taken, rowsWanted: batches.countWanted() });
  }

  isFullForJobs(planId: PlanId): boolean {
    const { max, rows } = this.#load(planId);
    return this.#deps.jobs.countRunning() + rows >= max;
  }

  isFullForRows(planId: PlanId, now: number): boolean {
    const { jobs } = this.#deps;
    const load = this.#load(planId);
    const running = jobs.countRunning();
    const wanted = running + jobs.countRung() + jobs.waiting(now, halfOf(load.max)).length;
    return isFullForRows(load, { jobs: running, wanted });
  }

  #load(planId: PlanId) {
    return { max: PLANS[planId].maxRunningJobs, rows: this.#deps.batchRows.countRunning() };
  }
}
