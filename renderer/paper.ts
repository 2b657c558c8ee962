import { MIN_CONTENT_MM } from '../compose/page.ts';
import { CUSTOM_SIDE_MM } from '../schema/api/pdf-options.ts';
import type { PrintJob } from '../schema/print-job.ts';

/** CSS pixels are 1/96 in. */
const PIXELS_PER_MM = 96 / 25.4;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/**
 * Paper size and margins as an `@page` rule: Chromium's own print arguments are rounded twice and end up
 * 0.5 mm off at far margins, and a landscape `@page` of the document turns the paper in spite of them
 * (decision 15). Where no margin was asked for, the document's `@page` may have one, but never under a
 * band; where one was, a side that is missing is 0 (decision 16).
 */
export function paperStyle(job: PrintJob): string {
  const { paper, contentMargin, preferCssPageSize, header, footer } = job;
  const marginMm = {
    top: contentMargin.topMm,
    right: contentMargin.rightMm,
    bottom: contentMargin.bottomMm,
    left: contentMargin.leftMm,
  };
  const underBand = { top: header !== null, right: false, bottom: footer !== null, left: false };
  const areOurs = !preferCssPageSize && job.documentMargin !== true;
  const ours = SIDES.filter((side) => underBand[side] || areOurs);
  const declarations = ours.map((side) => `margin-${side}: ${marginMm[side]}mm !important`);
  if (!preferCssPageSize) {
    declarations.push(`size: ${paper.widthMm}mm ${paper.heightMm}mm !important`);
    declarations.push('page-orientation: upright !important');
  }
  return `@page { ${declarations.join('; ')} }`;
}

/**
 * Why a page of this size cannot be: a document that chooses its own may leave no room under the margins
 * that were asked for, or be larger than readers open (decisions 15 and 16). Null where it can.
 */
export function paperProblem({ contentMargin }: PrintJob, widthMm: number, heightMm: number): string | null {
  const { leftMm, rightMm, topMm, bottomMm } = contentMargin;
  const size = `the document's page of ${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
  // PDF lengths are rounded: a page of exactly the least or the most is one.
  if (Math.max(widthMm, heightMm) > CUSTOM_SIDE_MM.max + 1)
    return `${size} is larger than ${CUSTOM_SIDE_MM.max} mm`;
  const left = Math.min(widthMm - leftMm - rightMm, heightMm - topMm - bottomMm);
  return left < MIN_CONTENT_MM - 1
    ? `${size} leaves less than ${MIN_CONTENT_MM} mm between its margins`
    : null;
}

/** The window that the document is laid out in before it is printed: as wide as the paper's content. */
export function viewport(job: PrintJob) {
  const { paper, contentMargin: margin, scale } = job;
  const pixels = (mm: number) => Math.max(1, Math.round((mm * PIXELS_PER_MM) / scale));
  return {
    width: pixels(paper.widthMm - margin.leftMm - margin.rightMm),
    height: pixels(paper.heightMm - margin.topMm - margin.bottomMm),
  };
}
