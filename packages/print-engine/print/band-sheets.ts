import {
  type BandLayout,
  type BandSheet,
  type BandsToPrepare,
  type ReadyDocument,
  SHEET_SLACK_MM,
} from '../in-page/messages.ts';
import { type Band, type BandsOnly, isSelected, type PrintJob } from '@platen/pdf';
import { namesSections } from '../paged/may-be-paged.ts';
import type { SectionTexts } from '../paged/section-texts.ts';
import { looksFor } from './faults.ts';
import { MM_PER_POINT } from './units.ts';

export interface PrintedPage {
  /** In the whole document, from 1. */
  readonly number: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** Whether it is a blank page before a left or right page. Blank pages have no bands. Default: false. */
  readonly isBlank?: boolean;
  /** Default: none. */
  readonly section?: SectionTexts;
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

type JobBands = Pick<PrintJob, 'header' | 'footer' | 'firstPageNumber'>;

const isBlank = ({ html }: Band): boolean => html.trim() === '';

/** Lists the bands that have content. A `BandSheet` has indexes into this list. */
export const listBands = ({ header, footer }: JobBands): Band[] =>
  [...header, ...footer].filter((band) => !isBlank(band));

export const edgeOf = ({ header }: JobBands, band: Band): 'header' | 'footer' =>
  header.includes(band) ? 'header' : 'footer';

export const hasBands = (job: JobBands): boolean => listBands(job).length > 0;

/** Pages with the same bands share a sheet: a footer without a page number is laid out once. */
export function planSheets(job: JobBands, pages: readonly PrintedPage[], totalPages: number): SheetPlan {
  const sizes = new SizeList();
  const sheets: BandSheet[] = [];
  const indexes = new Map<string, number>();
  const listed = listBands(job);
  const indexOfBand = new Map(listed.map((band, index) => [band, index]));
  const numbered = new Set(listed.filter((band) => mayShow(band, 'pageNumber')));
  const sheetOfPage = pages.map((page) => {
    const shown = [job.header, job.footer].flatMap((bands) => chooseBand(bands, page, totalPages) ?? []);
    if (shown.length === 0 || page.isBlank === true) return null;
    const size = sizes.indexOf(page);
    const pageNumber = shown.some((band) => numbered.has(band)) ? page.number + numberOffset(job) : 0;
    const bands = shown.flatMap((band) => indexOfBand.get(band) ?? []);
    const section = page.section && namesSections({ header: shown, footer: [] }) ? page.section : {};
    const key = JSON.stringify([size, pageNumber, bands, section]);
    const index = indexes.get(key) ?? sheets.push({ size, pageNumber, bands, section }) - 1;
    indexes.set(key, index);
    return index;
  });
  return { sizes: sizes.sizes, sheets, sheetOfPage };
}

const numberOffset = ({ firstPageNumber = 1 }: JobBands): number => firstPageNumber - 1;

/** @returns null if the page has no band, or an empty one */
function chooseBand(bands: readonly Band[], { number }: PrintedPage, totalPages: number): Band | null {
  const band = bands.find(({ pages }) => pages === null || isSelected(pages, number, totalPages));
  return band === undefined || isBlank(band) ? null : band;
}

/** A class name may be written with character references. */
const mayShow = ({ html }: Band, name: string): boolean => html.includes(name) || html.includes('&#');

class SizeList {
  readonly sizes: { readonly widthMm: number; readonly heightMm: number }[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf({ widthPoints, heightPoints }: PrintedPage): number {
    const key = `${widthPoints} ${heightPoints}`;
    const size = { widthMm: widthPoints * MM_PER_POINT, heightMm: heightPoints * MM_PER_POINT };
    const index = this.#indexes.get(key) ?? this.sizes.push(size) - 1;
    this.#indexes.set(key, index);
    return index;
  }
}

export const toPreparation = (job: PrintJob, resourceBudgetMs: number): BandsToPrepare => ({
  bands: listBands(job).map((band) => ({
    edge: edgeOf(job, band),
    html: band.html,
    heightMm: band.heightMm,
    leftMm: band.leftMm,
    rightMm: band.rightMm,
  })),
  paper: job.paper,
  resourceBudgetMs,
  findsGlyphs: looksFor(job, 'glyphs'),
});

/** By class name, the texts that the bands have elements for. */
export function toTexts(
  job: PrintJob,
  totalPages: number,
  { title, url }: Pick<ReadyDocument, 'title' | 'url'>,
): BandLayout['texts'] {
  const texts = {
    totalPages: String(totalPages + numberOffset(job)),
    title,
    url,
    date: new Date().toLocaleDateString('en-US'),
  };
  const bands = listBands(job);
  const isUsed = ([name]: readonly [string, string]) => bands.some((band) => mayShow(band, name));
  return Object.fromEntries(Object.entries(texts).filter(isUsed));
}

/** Paper as large as the largest sheet, for a browser that ignores `@page`. */
export const toSheetPaper = ({ sizes }: Pick<BandLayout, 'sizes'>): PrintJob['paper'] => ({
  widthMm: Math.max(...sizes.map(({ widthMm }) => widthMm)),
  heightMm: Math.max(...sizes.map(({ heightMm }) => heightMm)) + SHEET_SLACK_MM,
});
