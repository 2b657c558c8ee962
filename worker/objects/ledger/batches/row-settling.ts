import { retryWaitMs } from '../attempt-end.ts';
import type { BatchRows } from './batch-rows.ts';
import type { JobBells } from '../jobs/job-bells.ts';
import type { ReleaseReason } from '../protocol.ts';

export interface RowSettlingDeps {
  readonly batchRows: BatchRows;
  readonly bells: JobBells;
}

/** The end of a reservation ends the attempt of a row, in the same transaction. What follows is for the batch's desk. */
export class RowSettling {
  readonly #deps: RowSettlingDeps;

  constructor(deps: RowSettlingDeps) {
    this.#deps = deps;
  }

  /** From now on the row has this file. */
  committed(fileId: string, now: number): void {
    const { batchRows, bells } = this.#deps;
    const row = batchRows.ofFile(fileId);
    if (row === null) return;
    batchRows.save({ ...row, isRunning: false });
    bells.ring(now);
  }

  /** @returns whether the row runs again */
  released(fileId: string, reason: ReleaseReason | null, now: number): boolean {
    const { batchRows, bells } = this.#deps;
    const row = batchRows.ofFile(fileId);
    if (row === null) return false;
    batchRows.remove(fileId);
    bells.ring(now);
    return retryWaitMs(row.attempt, reason) !== null;
  }
}
