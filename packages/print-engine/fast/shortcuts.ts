import type { PrintJob } from '@platen/pdf';
import { looksFor } from '../print/faults.ts';
import { isTagged } from '../print/print-parameters.ts';
import { hasConditions } from '../print/wait-for.ts';
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

/** Before the print, graphics get the role that their alternative text needs. A static document has all of them in its HTML. */
const isLabelled = (job: PrintJob): boolean => isTagged(job) && /<svg/i.test(job.html);

/** Styles, and with them glyphs and overflow, depend on the window. A static document has no resources and no scripts that could fail. */
const isLookedAt = (job: PrintJob, isStill: boolean): boolean =>
  looksFor(job, 'glyphs') ||
  looksFor(job, 'overflow') ||
  (!isStill && (looksFor(job, 'resources') || looksFor(job, 'scripts')));

/** The smallest window has one pixel of the screen for each CSS pixel. */
const hasPixels = ({ pixelRatio = 1 }: PrintJob): boolean => pixelRatio !== 1;
