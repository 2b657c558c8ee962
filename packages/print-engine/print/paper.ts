import { DEFAULT_RATIO, type Window } from '../pages/print-page.ts';
import { PAGE_FROM_LEFT } from '../in-page/messages.ts';
import type { PageWidth } from '../in-page/loss-messages.ts';
import type { PrintJob, Sides } from '@platen/pdf';
import { PIXELS_PER_MM } from './units.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Chromium rounds the lengths of a PDF page. A page exactly at a bound must pass. */
const ROUNDING_MM = 1;

/** Removes heights such as `min-height: 100vh`, which with a padding is always higher than the page. */
const CONTENT_HEIGHT = 'html, body { height: auto !important; min-height: 0 !important }';

/** The height of the window while the page has no height yet: that of A4. Scripts of the document see it. */
const WINDOW_HEIGHT_MM = 297;

/**
 * Writes the paper as an `@page` rule, which is exact: Chromium rounds its print arguments by up to 0.5 mm. A landscape rule of the
 * document would also override them. With `preferCssPageSize` or `documentMargin`, the document's margins
 * apply, except on a side with a band.
 */
export function toPaperStyle(job: PrintJob): string {
  if (job.picture) return toPictureStyle(job);
  const { paper, contentMargin, pageMargins, preferCssPageSize } = job;
  const declarations = declareMargins(job, contentMargin);
  if (!preferCssPageSize) {
    declarations.push(`size: ${paper.widthMm}mm ${paper.heightMm}mm !important`);
    declarations.push('page-orientation: upright !important');
  }
  // Chromium moves the scaled content of a page that is read from the right off the page.
  if (job.scale !== 1) declarations.push(PAGE_FROM_LEFT);
  const rules = [`@page { ${declarations.join('; ')} }`];
  for (const [kind, margin] of Object.entries(pageMargins ?? {}))
    rules.push(`@page :${kind} { ${declareMargins(job, margin).join('; ')} }`);
  if (job.fitHeight === true) rules.push(CONTENT_HEIGHT);
  return rules.join(' ');
}

/** The width of the content on page one, for the document that is loaded in the window. */
export function toPageWidth(job: PrintJob): PageWidth {
  const { width: windowPx } = toWindow(job);
  if (job.preferCssPageSize) return { windowPx, scale: job.scale, ofDocument: 'paper' };
  return { windowPx, scale: job.scale, ofDocument: job.documentMargin === true ? 'margins' : null };
}

/** Declares the margins of those sides where the job's count, and not the document's. */
function declareMargins(job: PrintJob, { topMm, rightMm, bottomMm, leftMm }: Partial<Sides>): string[] {
  const hasBand = { top: job.header.length > 0, right: false, bottom: job.footer.length > 0, left: false };
  const marginMm = { top: topMm, right: rightMm, bottom: bottomMm, left: leftMm };
  const usesJobMargins = !job.preferCssPageSize && job.documentMargin !== true;
  return SIDES.filter((side) => marginMm[side] !== undefined && (hasBand[side] || usesJobMargins)).map(
    (side) => `margin-${side}: ${marginMm[side]}mm !important`,
  );
}

/** Writes the margins as padding of the root, because a screen has no page. */
function toPictureStyle({ contentMargin, fitHeight }: PrintJob): string {
  const { topMm, rightMm, bottomMm, leftMm } = contentMargin;
  const padding = [topMm, rightMm, bottomMm, leftMm];
  const styles = [];
  if (fitHeight === true) styles.push(CONTENT_HEIGHT);
  if (padding.some((mm) => mm > 0)) {
    const sides = padding.map((mm) => `${mm}mm`).join(' ');
    styles.push(`html { box-sizing: border-box !important; padding: ${sides} !important }`);
  }
  return styles.join(' ');
}

/** Returns null if the paper that the document chose is within the job's bounds. */
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

/** `findPaperProblem` refuses a page with a side as short as this, even without margins. */
export const toLeastPageMm = ({ preferCssPageSize, pageBounds }: PrintJob): number =>
  preferCssPageSize && pageBounds ? pageBounds.minContentMm - 2 * ROUNDING_MM : 0;

type WindowSize = Omit<Window, 'media'>;

/** Returns the pixels of the screen for each CSS pixel. The scale of a picture is in its pixels. */
export const toPixelRatio = ({ pixelRatio = DEFAULT_RATIO, picture, scale }: PrintJob): number =>
  picture ? picture.pixelRatio * scale : pixelRatio;

/** Returns the content area of the paper in CSS pixels. A picture has the margins inside. */
export function toWindow(job: PrintJob): WindowSize {
  const { paper, contentMargin: margin, scale, fitHeight, picture } = job;
  const pixels = (mm: number) => Math.max(1, Math.round((mm * PIXELS_PER_MM) / scale));
  if (picture) {
    return {
      width: pixels(paper.widthMm),
      height: fitHeight === true ? 1 : pixels(paper.heightMm),
      isTransparent: picture.transparent,
      isSeen: true,
    };
  }
  return {
    width: pixels(paper.widthMm - margin.leftMm - margin.rightMm),
    height: pixels(fitHeight === true ? WINDOW_HEIGHT_MM : paper.heightMm - margin.topMm - margin.bottomMm),
  };
}
