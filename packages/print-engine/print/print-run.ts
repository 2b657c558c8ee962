import type { PrintPage } from '../pages/print-page.ts';
import type { PrintJob } from '@platen/pdf';
import { type PrintLimits, remainingMs } from '../print-limits.ts';
import type { MainNavigation } from './main-navigation.ts';
import type { Recorder } from './recorder.ts';

export interface PrintRun {
  readonly page: PrintPage;
  /** Another page of the workspace, for the bands. */
  readonly spare: PrintPage | null;
  readonly job: PrintJob;
  readonly limits: PrintLimits;
  readonly recorder: Recorder;
  /** Of a job with an address. */
  readonly navigation: MainNavigation | null;
  /** The HTML has nothing that happens after it is parsed: `still-html.ts`. */
  readonly isStatic: boolean;
  /** It has nothing but images and fonts, which are in the HTML. */
  readonly isSelfContained: boolean;
  /** Such documents can replace one another in a page that is not cleared. */
  readonly isTraceless: boolean;
}

/** Of the remaining time, for images, styles, scripts and fonts together. */
const RESOURCE_SHARE = 1 / 3;
const MAX_RESOURCE_BUDGET_MS = 10_000;

export const resourceBudgetMs = (limits: PrintLimits): number =>
  Math.min(MAX_RESOURCE_BUDGET_MS, remainingMs(limits) * RESOURCE_SHARE);
