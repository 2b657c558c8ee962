import { PAGE_BOUNDS } from '../../../compose/page-geometry.ts';
import type { Band, Picture, PrintJob, Sides, WatermarkOptions } from '@platen/pdf';

export const A4 = { widthMm: 210, heightMm: 297 };

type Bands = Band | readonly Band[] | null;

export type JobChanges = Partial<Omit<PrintJob, 'header' | 'footer'>> & {
  readonly header?: Bands;
  readonly footer?: Bands;
};

/** A job on A4 with margins of 10 mm, and whatever a test wants different. */
export const jobOf = (
  html: string,
  { header = null, footer = null, ...changes }: JobChanges = {},
): PrintJob => ({
  html,
  paper: A4,
  contentMargin: sides(10),
  header: listBands(header),
  footer: listBands(footer),
  printBackground: true,
  mediaType: 'print',
  scale: 1,
  pageRanges: null,
  waitForSelector: null,
  preferCssPageSize: false,
  pageBounds: PAGE_BOUNDS,
  tagged: false,
  outline: false,
  watermark: null,
  report: true,
  ...changes,
});

const listBands = (bands: Bands): readonly Band[] => [bands ?? []].flat();

export const sides = (allMm: number, changes: Partial<Sides> = {}): Sides => ({
  topMm: allMm,
  rightMm: allMm,
  bottomMm: allMm,
  leftMm: allMm,
  ...changes,
});

export const bandOf = (html: string, changes: Partial<Band> = {}): Band => ({
  html,
  heightMm: 20,
  leftMm: 10,
  rightMm: 10,
  pages: null,
  field: 'options.header',
  ...changes,
});

/** A PNG of the window. */
export const PNG: Picture = {
  type: 'png',
  fullPage: false,
  selector: null,
  pixelRatio: 1,
  quality: null,
  transparent: false,
};

/** A red DRAFT in the middle of each page. */
export const draftMark = (changes: Partial<WatermarkOptions> = {}): WatermarkOptions => ({
  content: { text: 'DRAFT', colour: '#ff0000' },
  opacity: 1,
  angle: 45,
  layer: 'above',
  tiled: false,
  widthMm: null,
  pageRanges: null,
  ...changes,
});

/** A document of one heading a page. */
export const pagesOf = (count: number): string =>
  `<style>body, h1 { margin: 0 }</style>` +
  Array.from({ length: count }, (_, index) => `<h1 style="break-after: page">Page ${index + 1}</h1>`).join(
    '',
  );
