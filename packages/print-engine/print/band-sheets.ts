import {
  type BandContent,
  type BandLayout,
  type BandSheet,
  type BandsToPrepare,
  type ReadyDocument,
  SHEET_SLACK_MM,
} from '../in-page/messages.ts';
import type { Band, BandsOnly, PrintJob } from '@platen/pdf';
import { looksFor } from './faults.ts';
import { MM_PER_POINT } from './units.ts';

export interface PrintedPage {
  /** In the whole document, from 1. */
  readonly number: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
}

export interface SheetPlan {
  readonly sizes: BandLayout['sizes'];
  readonly sheets: readonly BandSheet[];
  /** For each printed page, the index of its sheet; null for a page without a band. */
  readonly sheetOfPage: readonly (number | null)[];
}

/** With their numbers, from 1. */
export const toPages = ({ pages }: BandsOnly): PrintedPage[] =>
  pages
    .flatMap(({ count, ...size }) => Array.from({ length: count }, () => size))
    .map((size, index) => ({ ...size, number: index + 1 }));

/** Pages with the same bands share a sheet: a footer without a page number is laid out once. */
export function planSheets(
  job: Pick<PrintJob, 'header' | 'footer'>,
  pages: readonly PrintedPage[],
): SheetPlan {
  const sizes: { widthMm: number; heightMm: number }[] = [];
  const sheets: BandSheet[] = [];
  const indexes = new Map<string, number>();
  const sheetOfPage = pages.map((page) => {
    const header = isShown(job.header, page);
    const footer = isShown(job.footer, page);
    if (!header && !footer) return null;
    const size = indexOfSize(sizes, page);
    const isNumbered = (header && hasPageNumber(job.header)) || (footer && hasPageNumber(job.footer));
    const pageNumber = isNumbered ? page.number : 0;
    const shown = listBands(job).flatMap(({ edge }, index) =>
      (edge === 'header' ? header : footer) ? [index] : [],
    );
    const key = [size, pageNumber, ...shown].join();
    const index = indexes.get(key) ?? sheets.push({ size, pageNumber, bands: shown }) - 1;
    indexes.set(key, index);
    return index;
  });
  return { sizes, sheets, sheetOfPage };
}

const hasPageNumber = (band: Band | null): boolean => mayShow(band, 'pageNumber');

/** A class name may be written with character references. */
const mayShow = (band: Band | null, name: string): boolean =>
  band !== null && (band.html.includes(name) || band.html.includes('&#'));

const isShown = (band: Band | null, page: PrintedPage): boolean =>
  band !== null && !(band.skipFirst && page.number === 1);

function indexOfSize(sizes: { widthMm: number; heightMm: number }[], page: PrintedPage): number {
  const widthMm = page.widthPoints * MM_PER_POINT;
  const heightMm = page.heightPoints * MM_PER_POINT;
  const known = sizes.findIndex((size) => size.widthMm === widthMm && size.heightMm === heightMm);
  return known >= 0 ? known : sizes.push({ widthMm, heightMm }) - 1;
}

export const toPreparation = (job: PrintJob, resourceBudgetMs: number): BandsToPrepare => ({
  bands: listBands(job),
  paper: job.paper,
  resourceBudgetMs,
  findsGlyphs: looksFor(job, 'glyphs'),
});

export const listBands = ({ header, footer }: Pick<PrintJob, 'header' | 'footer'>): BandContent[] => [
  ...(header ? [toContent('header', header)] : []),
  ...(footer ? [toContent('footer', footer)] : []),
];

const toContent = (edge: BandContent['edge'], { html, heightMm, leftMm, rightMm }: Band): BandContent => ({
  edge,
  html,
  heightMm,
  leftMm,
  rightMm,
});

/** By class name, the texts that the bands have elements for. */
export function toTexts(
  { header, footer }: PrintJob,
  totalPages: number,
  { title, url }: Pick<ReadyDocument, 'title' | 'url'>,
): BandLayout['texts'] {
  const texts = {
    totalPages: String(totalPages),
    title,
    url,
    date: new Date().toLocaleDateString('en-US'),
  };
  const isUsed = ([name]: readonly [string, string]) => mayShow(header, name) || mayShow(footer, name);
  return Object.fromEntries(Object.entries(texts).filter(isUsed));
}

/** Paper as large as the largest sheet, for a browser that ignores `@page`. */
export const toSheetPaper = ({ sizes }: Pick<BandLayout, 'sizes'>): PrintJob['paper'] => ({
  widthMm: Math.max(...sizes.map(({ widthMm }) => widthMm)),
  heightMm: Math.max(...sizes.map(({ heightMm }) => heightMm)) + SHEET_SLACK_MM,
});
