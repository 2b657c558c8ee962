import type { Band, PrintJob } from '../schema/print-job.ts';
import { type Sheet, SHEET_SLACK_MM, type SheetBand, type SheetLayout } from './in-page-sheets.ts';

/** Points are 1/72 in. */
const MM_PER_POINT = 25.4 / 72;

export interface PrintedPage {
  /** Its number in the whole document, from 1. */
  readonly number: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
}

export interface SheetPlan {
  readonly sizes: SheetLayout['sizes'];
  readonly sheets: readonly Sheet[];
  /** For each printed page its sheet, or null where it has no band. */
  readonly sheetOfPage: readonly (number | null)[];
}

/**
 * Decides which sheets of bands are printed. Pages whose bands look the same share one: a footer without a
 * page number is laid out once, however many pages there are.
 */
export function planSheets(job: PrintJob, pages: readonly PrintedPage[]): SheetPlan {
  const sizes: { widthMm: number; heightMm: number }[] = [];
  const sheets: Sheet[] = [];
  const indexOf = new Map<string, number>();
  const sheetOfPage = pages.map((page) => {
    const header = shows(job.header, page);
    const footer = shows(job.footer, page);
    if (!header && !footer) return null;
    const size = sizeIndex(sizes, page);
    const pageNumber = (header && numbered(job.header)) || (footer && numbered(job.footer)) ? page.number : 0;
    const key = [size, header, footer, pageNumber].join();
    const known = indexOf.get(key);
    if (known !== undefined) return known;
    indexOf.set(key, sheets.length);
    return sheets.push({ size, pageNumber, header, footer }) - 1;
  });
  return { sizes, sheets, sheetOfPage };
}

const numbered = (band: Band | null): boolean => band?.html.includes('pageNumber') ?? false;

const shows = (band: Band | null, page: PrintedPage): boolean =>
  band !== null && !(band.skipFirst && page.number === 1);

function sizeIndex(sizes: { widthMm: number; heightMm: number }[], page: PrintedPage): number {
  const widthMm = page.widthPoints * MM_PER_POINT;
  const heightMm = page.heightPoints * MM_PER_POINT;
  const known = sizes.findIndex((size) => size.widthMm === widthMm && size.heightMm === heightMm);
  return known >= 0 ? known : sizes.push({ widthMm, heightMm }) - 1;
}

/** What the page that lays the sheets out is told. */
export function sheetLayout(
  job: PrintJob,
  plan: SheetPlan,
  texts: Readonly<Record<string, string>>,
  resourceBudgetMs: number,
): SheetLayout {
  const { sizes, sheets } = plan;
  return {
    header: sheetBand(job.header),
    footer: sheetBand(job.footer),
    sizes,
    sheets,
    texts,
    resourceBudgetMs,
  };
}

const sheetBand = (band: Band | null): SheetBand | null =>
  band && { html: band.html, heightMm: band.heightMm, leftMm: band.leftMm, rightMm: band.rightMm };

/** Paper that holds any of the sheets, for a browser that ignores `@page`. */
export const sheetPaper = (plan: SheetPlan) => ({
  widthMm: Math.max(...plan.sizes.map(({ widthMm }) => widthMm)),
  heightMm: Math.max(...plan.sizes.map(({ heightMm }) => heightMm)) + SHEET_SLACK_MM,
});
