import type { Meter } from '@platen/meter';
import type { PrintPage } from '../pages/print-page.ts';
import type { PrintJob } from '@platen/pdf';
import type { Shortcuts } from '../fast/print-path.ts';
import { type PrintLimits, remainingMs } from '../print-limits.ts';
import type { MainNavigation } from './main-navigation.ts';
import type { Recorder } from './recorder.ts';

export interface PrintRun {
  readonly page: PrintPage;
  /** Another page of the workspace, for the bands. */
  readonly spare: PrintPage | null;
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  /** For the reading of PDFs. The process that prints has no meter of the request, which waits for the print. */
  readonly meter: Meter;
  readonly recorder: Recorder;
  /** Follows the navigation to the address of the job. It is null if the job has no address. */
  readonly navigation: MainNavigation | null;
  readonly shortcuts: Shortcuts;
}

/** Images, styles, scripts and fonts together may take this share of the remaining time. */
const RESOURCE_SHARE = 1 / 3;
const MAX_RESOURCE_BUDGET_MS = 10_000;

export const resourceBudgetMs = (limits: PrintLimits): number =>
  Math.min(MAX_RESOURCE_BUDGET_MS, remainingMs(limits) * RESOURCE_SHARE);
