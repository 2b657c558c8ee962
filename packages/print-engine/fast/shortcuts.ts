import type { PrintJob } from '@platen/pdf';
import { looksFor } from '../print/faults.ts';
import { hasConditions } from '../print/wait-for.ts';
import { isTagged, mayHaveGraphics } from './graphics.ts';
import { NO_SHORTCUTS, type PrintPath, type Shortcuts } from './print-path.ts';
import { isSelfContained, isStatic, leavesNoTrace } from './still-html.ts';

export function chooseShortcuts(job: PrintJob, path: PrintPath): Shortcuts {
  if (path === 'plain') return NO_SHORTCUTS;
  const isStill = isStatic(job);
  // The paper that a document chooses is bounded before its print.
  const isPrintedEarly = isStill && isOnlyPrinted(job) && !job.preferCssPageSize && !isLabelled(job);
  const isUnseen =
    (isStill || isSelfContained(job)) && isOnlyPrinted(job) && !isLookedAt(job, isStill) && !hasPixels(job);
  const isTraceless = !job.bandsOnly && isUnseen && leavesNoTrace(job);
  return { isStatic: isStill, isPrintedEarly, isUnseen, isTraceless };
}

/** Nothing looks at the document before its print. */
const isOnlyPrinted = (job: PrintJob): boolean =>
  !hasConditions(job) && !job.picture && job.fitHeight !== true && job.forms !== true;

/** Graphics get their roles before the print. */
const isLabelled = (job: PrintJob): boolean => isTagged(job) && mayHaveGraphics(job);

/** Glyphs and overflow depend on styles, which depend on the window. A document without resources and scripts has no fault of theirs. */
const isLookedAt = (job: PrintJob, isStill: boolean): boolean =>
  looksFor(job, 'glyphs') ||
  looksFor(job, 'overflow') ||
  (!isStill && (looksFor(job, 'resources') || looksFor(job, 'scripts')));

/** The smallest window has the pixels of most screens. */
const hasPixels = ({ pixelRatio = 1 }: PrintJob): boolean => pixelRatio !== 1;
