import type { PrintJob } from '@platen/pdf';
import { wantsFeature } from '../features/features.ts';
import { needsPages } from '../paged/may-be-paged.ts';
import { looksFor } from '../print/faults.ts';
import { isTagged } from '../print/print-parameters.ts';
import { hasConditions } from '../print/wait-for.ts';
import { type HtmlTraits, readTraits } from './html-traits.ts';
import { NO_SHORTCUTS, type PrintPath, type Shortcuts } from './print-path.ts';

/** Without a layout, all fonts are loaded. If there are many, a layout may be faster, because it loads only those that are used. */
const MAX_OWN_FONTS = 4;

/**
 * The nodes of replaced documents stay in memory for a while. Those of longer texts would be too many, and clearing is a small part of
 * their time.
 */
const MAX_TRACELESS_CHARACTERS = 30_000;

/** This limit includes images and fonts. A page keeps them until its next document comes. */
const MAX_TRACELESS_HTML = 1_000_000;

/** The layout shows where CSS parts the words of a heading, for its bookmark. */
const PARTED_HEADING = /<h[1-6]\b[^<>]{0,500}>[^<]{0,500}<(?!\/h)/i;

export const planPrint = (job: PrintJob, path: PrintPath): Shortcuts =>
  path === 'plain' || job.address ? NO_SHORTCUTS : chooseShortcuts(job, readTraits(job.html));

/** Returns whether something may run in the document of the job. */
export const isRestless = (job: PrintJob): boolean => !planPrint(job, 'fast').isStill;

function chooseShortcuts(job: PrintJob, traits: HtmlTraits): Shortcuts {
  const hasOwnData = traits.ownImages + traits.ownFonts > 0;
  const isStatic = traits.isStill && !hasOwnData;
  // The paper that a document chooses is bounded before its print.
  const isPrintedEarly =
    isStatic && isOnlyPrinted(job) && !job.preferCssPageSize && !(isTagged(job) && traits.hasGraphics);
  const isUnseen = (isStatic || isSelfContained(traits)) && isOnlyPrinted(job) && !isLookedAt(job, isStatic);
  const isTraceless = !job.bandsOnly && isUnseen && isSmallWithoutTrace(job, traits);
  return { isStill: traits.isStill, isStatic, isPrintedEarly, isUnseen, isTraceless };
}

/** Nothing happens in the document except that images and fonts are loaded, and they are in the HTML. */
const isSelfContained = ({ isStill, ownFonts, dependsOnWindow }: HtmlTraits): boolean =>
  isStill && ownFonts <= MAX_OWN_FONTS && !dependsOnWindow;

const isSmallWithoutTrace = ({ html }: PrintJob, { leavesTrace, markupCharacters }: HtmlTraits): boolean =>
  !leavesTrace && html.length <= MAX_TRACELESS_HTML && markupCharacters <= MAX_TRACELESS_CHARACTERS;

/** Nothing looks at the document before its print. Graphics of a tagged document get the role that their alternative text needs. */
const isOnlyPrinted = (job: PrintJob): boolean =>
  !hasConditions(job) &&
  !job.picture &&
  job.fitHeight !== true &&
  job.fitWidth !== true &&
  !(job.outline && PARTED_HEADING.test(job.html)) &&
  !needsPages(job) &&
  !wantsFeature(job);

/** Styles, and with them glyphs and overflow, depend on the window. A static document has no resources and no scripts that could fail. */
const isLookedAt = (job: PrintJob, isStatic: boolean): boolean =>
  looksFor(job, 'glyphs') ||
  looksFor(job, 'overflow') ||
  (!isStatic && (looksFor(job, 'resources') || looksFor(job, 'scripts')));
