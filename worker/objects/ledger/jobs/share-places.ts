/**
 * Jobs and rows of batches share the number that the plan lets run (contract 14.3). If both want to run, each has a half
 * that the other cannot take.
 */
interface Load {
  /** The number that the plan lets run. */
  readonly max: number;
  /** Rows that run. */
  readonly rows: number;
}

/** Returns the number of jobs that may still start or be in the queue. @param taken jobs that run or are in the queue */
export const placesForJobs = (
  { max, rows }: Load,
  { taken, rowsWanted }: { readonly taken: number; readonly rowsWanted: number },
): number => Math.max(0, max - taken - Math.max(rows, Math.min(Math.max(rowsWanted, 0), halfOf(max))));

/** @param jobs that run @param wanted jobs that run, are in the queue, or wait for a place */
export const isFullForRows = (
  { max, rows }: Load,
  { jobs, wanted }: { readonly jobs: number; readonly wanted: number },
): boolean => jobs + rows >= max || rows >= max - Math.min(wanted, halfOf(max));

export const halfOf = (max: number): number => Math.floor(max / 2);
