import type { PrintPage } from '../pages/print-page.ts';
import type { PrintJob } from '../print-job.ts';
import { type PrintLimits, remainingMs } from '../print-limits.ts';
import type { Recorder } from './recorder.ts';

/** One attempt to print a job on a page. */
export interface PrintRun {
  readonly page: PrintPage;
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  readonly recorder: Recorder;
}

/** The share of the remaining time that images, styles, scripts and fonts may take together. */
const RESOURCE_SHARE = 1 / 3;
const MAX_RESOURCE_BUDGET_MS = 10_000;

/** @throws {PrintTimeout} the deadline has passed */
export const resourceBudgetMs = (limits: PrintLimits): number =>
  Math.min(MAX_RESOURCE_BUDGET_MS, remainingMs(limits) * RESOURCE_SHARE);
