import {
  type BandLayout,
  type BandSheet,
  type BandsToPrepare,
  type ReadyDocument,
  SHEET_SLACK_MM,
} from '../in-page/messages.ts';
import { type Band, type BandsOnly, isSelected, type PageLabel, type PrintJob } from '@platen/pdf';
import { formatCounter } from '../in-page/scripts/paged/format-counter.ts';
import { listBandStrings, namesSections } from '../paged/may-be-paged.ts';
import type { SectionTexts } from '../paged/section-texts.ts';
import { MM_PER_POINT } from './units.ts';

export interface PrintedPage {
  /** The number in the whole document, from 1. */
  readonly number: number;
  readonly widthPoints: number;
  readonly heightPoints: number;
  /** The page is a blank one before a left or right page. Only bands for blank pages are on it. Default: false. */
  readonly isBlank?: boolean;
  /** Default: its number, from `firstPageNumber`. */
  readonly label?: PageLabel;
  /** The texts of the section and the named strings of the page. Default: none. */
  readonly section?: SectionTexts;
}

export interface SheetPlan {
  readonly sizes: BandLayout['sizes'];
  readonly sheets: readonly BandSheet[];
  /** For each printed page, the index of its sheet; null for a page without a band. */
  readonly sheetOfPage: readonly (number | null)[];
}

/** Lists the pages of a job that has only bands, with their numbers from 1. */
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

/** Plans the sheets. Pages with the same bands share one: a footer without a page number is laid out once. */
export function planSheets(job: JobBands, pages: readonly PrintedPage[], totalPages: number): SheetPlan {
  const sizes = new SizeList();
  const sheets: BandSheet[] = [];
  const indexes = new Map<string, number>();
  const read = new Map(listBands(job).map((band, index) => [band, readBand(band, index)]));
  const sheetOfPage = pages.map((page) => {
    const shown = [job.header, job.footer].flatMap((list) => {
      const band = chooseBand(list, page, totalPages);
      return (band && read.get(band)) ?? [];
    });
    if (shown.length === 0) return null;
    const size = sizes.indexOf(page);
    const bands = shown.map(({ index }) => index);
    const texts = toPageTexts(shown, page, numberOffset(job));
    const key = JSON.stringify([size, bands, texts]);
    const index = indexes.get(key) ?? sheets.push({ size, bands, texts }) - 1;
    indexes.set(key, index);
    return index;
  });
  return { sizes: sizes.sizes, sheets, sheetOfPage };
}

/** The facts of its page that a band shows. A band is read once for all pages, because its HTML can have large images. */
interface ReadBand {
  /** The index in the list of the bands that have content. */
  readonly index: number;
  readonly showsNumber: boolean;
  /** The counter styles of elements with `data-style`. */
  readonly styles: readonly string[];
  /** The band shows the section or named strings. */
  readonly showsSection: boolean;
}

/** Matches the counter style in which an element shows the number. */
const STYLE = /data-style\s*=\s*["']?([-\w]+)/gi;

function readBand(band: Band, index: number): ReadBand {
  const alone = { header: [band], footer: [] };
  return {
    index,
    showsNumber: mayShow(band, 'pageNumber'),
    styles: Array.from(band.html.matchAll(STYLE), ([, style = '']) => style),
    showsSection: namesSections(alone) || listBandStrings(alone).length > 0,
  };
}

/** Returns the texts by class name or custom property. A number in a style of its own also has the style in its name. */
function toPageTexts(
  shown: readonly ReadBand[],
  { number, label, section }: PrintedPage,
  offset: number,
): Record<string, string> {
  const numbered = shown.filter(({ showsNumber }) => showsNumber);
  const counted = label?.number ?? number + offset;
  const styled = numbered.flatMap(({ styles }) =>
    styles.map((style) => [`pageNumber[data-style="${style}"]`, formatCounter(counted, style)] as const),
  );
  return {
    ...(numbered.length > 0 && { pageNumber: label?.text ?? `${counted}` }),
    ...Object.fromEntries(styled),
    ...(shown.some(({ showsSection }) => showsSection) && section),
  };
}

const numberOffset = ({ firstPageNumber = 1 }: JobBands): number => firstPageNumber - 1;

/** Chooses the band of a page. Returns null if it has none, or an empty one. */
function chooseBand(
  bands: readonly Band[],
  { number, isBlank: isBlankPage = false }: PrintedPage,
  totalPages: number,
): Band | null {
  const band = bands.find(({ pages }) =>
    pages === null ? !isBlankPage : isSelected(pages, number, totalPages, isBlankPage),
  );
  return band === undefined || isBlank(band) ? null : band;
}

/** Returns whether a band may have the class. A class name may be written with character references. */
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
});

/** Returns the texts for which the bands have elements, by class name. */
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

/** Returns paper as large as the largest sheet, for a browser that ignores `@page`. */
export const toSheetPaper = ({ sizes }: Pick<BandLayout, 'sizes'>): PrintJob['paper'] => ({
  widthMm: Math.max(...sizes.map(({ widthMm }) => widthMm)),
  heightMm: Math.max(...sizes.map(({ heightMm }) => heightMm)) + SHEET_SLACK_MM,
});
