import { PLANS, type PlanId } from '../../../../schema/plans.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { BatchList } from '../batches/batch-list.ts';
import type { BatchRows } from '../batches/batch-rows.ts';
import type { JobStore } from './job-store.ts';

export interface PlacesDeps {
  readonly accounts: AccountStore;
  readonly jobs: JobStore;
  readonly batches: BatchList;
  readonly batchRows: BatchRows;
}

/**
 * Jobs and rows of batches share the number that the plan lets run (contract 14.3). If both want to run, each has a half
 * that the other cannot take.
 */
export class Places {
  readonly #deps: PlacesDeps;

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
  }

  /** How many more jobs may start or be in the queue. */
  forJobs(planId: PlanId): number {
    const { jobs, batches, batchRows } = this.#deps;
    const { maxRunningJobs: max } = PLANS[planId];
    const rows = batchRows.countRunning();
    const taken = jobs.countRunning() + jobs.countRung();
    const kept = Math.max(rows, Math.min(Math.max(batches.countWanted(), 0), halfOf(max)));
    return Math.max(0, max - taken - kept);
  }

  isFullForJobs(planId: PlanId): boolean {
    return this.#running() >= PLANS[planId].maxRunningJobs;
  }

  isFullForRows(planId: PlanId, now: number): boolean {
    const { jobs, batchRows } = this.#deps;
    const { maxRunningJobs: max } = PLANS[planId];
    const half = halfOf(max);
    const jobsWanted = jobs.countRunning() + jobs.countRung() + jobs.waiting(now, half).length;
    return this.#running() >= max || batchRows.countRunning() >= max - Math.min(jobsWanted, half);
  }

  #running(): number {
    const { jobs, batchRows } = this.#deps;
    return jobs.countRunning() + batchRows.countRunning();
  }
}

const halfOf = (max: number): number => Math.floor(max / 2);
