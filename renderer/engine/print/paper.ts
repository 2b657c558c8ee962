import type { PrintJob } from '../print-job.ts';
import { PIXELS_PER_MM } from './units.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Chromium rounds the lengths of a PDF page. A page exactly at a bound must pass. */
const ROUNDING_MM = 1;

/**
 * An `@page` rule is exact: Chromium rounds its print arguments by up to 0.5 mm. A landscape rule of the
 * document would also override them. With `preferCssPageSize` or `documentMargin`, the document's margins
 * apply, except on a side with a band.
 */
export function toPaperStyle(job: PrintJob): string {
  const { paper, contentMargin, preferCssPageSize, header, footer } = job;
  const marginMm = {
    top: contentMargin.topMm,
    right: contentMargin.rightMm,
    bottom: contentMargin.bottomMm,
    left: contentMargin.leftMm,
  };
  const hasBand = { top: header !== null, right: false, bottom: footer !== null, left: false };
  const usesJobMargins = !preferCssPageSize && job.documentMargin !== true;
  const declarations = SIDES.filter((side) => hasBand[side] || usesJobMargins).map(
    (side) => `margin-${side}: ${marginMm[side]}mm !important`,
  );
  if (!preferCssPageSize) {
    declarations.push(`size: ${paper.widthMm}mm ${paper.heightMm}mm !important`);
    declarations.push('page-orientation: upright !important');
  }
  return `@page { ${declarations.join('; ')} }`;
}

/** Null if the paper that the document chose is within the job's bounds. */
export function findPaperProblem(
  { contentMargin, pageBounds }: PrintJob,
  widthMm: number,
  heightMm: number,
): string | null {
  if (!pageBounds) return null;
  const { maxSideMm, minContentMm } = pageBounds;
  const { leftMm, rightMm, topMm, bottomMm } = contentMargin;
  const page = `the document's page of ${Math.round(widthMm)} × ${Math.round(heightMm)} mm`;
  if (Math.max(widthMm, heightMm) > maxSideMm + ROUNDING_MM) return `${page} is larger than ${maxSideMm} mm`;
  const contentMm = Math.min(widthMm - leftMm - rightMm, heightMm - topMm - bottomMm);
  return contentMm < minContentMm - ROUNDING_MM
    ? `${page} leaves less than ${minContentMm} mm between its margins`
    : null;
}

/** In CSS pixels: the content area of the paper. */
export function toWindow({ paper, contentMargin: margin, scale }: PrintJob): {
  width: number;
  height: number;
} {
  const pixels = (mm: number) => Math.max(1, Math.round((mm * PIXELS_PER_MM) / scale));
  return {
    width: pixels(paper.widthMm - margin.leftMm - margin.rightMm),
    height: pixels(paper.heightMm - margin.topMm - margin.bottomMm),
  };
}
