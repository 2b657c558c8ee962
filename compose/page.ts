import type { PageBounds, Sides } from '@platen/print-engine';
import {
  CUSTOM_SIDE_MM,
  DEFAULT_BAND_HEIGHT_MM,
  type PageFormat,
  type PdfOptions,
} from '../schema/api/pdf-options.ts';

const INCH_MM = 25.4;

/** Portrait width and height in millimetres: ISO 216, and the inches of the North American sizes. */
const FORMATS_MM: Readonly<Record<Exclude<PageFormat, 'Custom'>, readonly [width: number, height: number]>> =
  {
    A0: [841, 1189],
    A1: [594, 841],
    A2: [420, 594],
    A3: [297, 420],
    A4: [210, 297],
    A5: [148, 210],
    A6: [105, 148],
    Letter: [8.5 * INCH_MM, 11 * INCH_MM],
    Legal: [8.5 * INCH_MM, 14 * INCH_MM],
    Tabloid: [11 * INCH_MM, 17 * INCH_MM],
    Ledger: [17 * INCH_MM, 11 * INCH_MM],
  };

/** Less page than this is a mistake. Source: decision 16. */
const MIN_CONTENT_MM = 10;

/** The same limits for paper that the document chooses. */
export const PAGE_BOUNDS: PageBounds = { maxSideMm: CUSTOM_SIDE_MM.max, minContentMm: MIN_CONTENT_MM };

export interface PageGeometry {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  readonly contentMargin: Sides;
  /** Null where the band takes no room and prints nothing. */
  readonly headerHeightMm: number | null;
  readonly footerHeightMm: number | null;
}

/**
 * Paper, margins and bands of merged options. Sources: decisions 15 to 17.
 * @param field what the options are called where they came from, for the problems: `options`, `settings`
 * @returns the geometry, or the problems: one string each, naming the field
 */
export function pageGeometry(
  options: PdfOptions,
  field: string,
): PageGeometry | { readonly problems: readonly string[] } {
  const paper = paperOf(options);
  if (paper === null) {
    return { problems: [`${field}.format: Custom needs both ${field}.width and ${field}.height`] };
  }
  const headerHeightMm = bandHeightMm(options.header);
  const footerHeightMm = bandHeightMm(options.footer);
  const contentMargin = {
    topMm: Math.max(options.margin?.top ?? 0, headerHeightMm ?? 0),
    rightMm: options.margin?.right ?? 0,
    bottomMm: Math.max(options.margin?.bottom ?? 0, footerHeightMm ?? 0),
    leftMm: options.margin?.left ?? 0,
  };
  const geometry = { paper, contentMargin, headerHeightMm, footerHeightMm };
  const problems = spaceProblems(geometry, field);
  return problems.length > 0 ? { problems } : geometry;
}

function paperOf(options: PdfOptions): PageGeometry['paper'] | null {
  const { format = 'A4', width, height } = options;
  if (format === 'Custom' && (width === undefined || height === undefined)) return null;
  const [short, long] = format === 'Custom' ? [width ?? 0, height ?? 0] : FORMATS_MM[format];
  return options.orientation === 'landscape'
    ? { widthMm: long, heightMm: short }
    : { widthMm: short, heightMm: long };
}

/** A band is on when it has content, unless `enabled` says otherwise. Source: decision 16. */
function bandHeightMm(band: PdfOptions['header']): number | null {
  if (band === undefined || !(band.enabled ?? band.content !== undefined)) return null;
  return band.height ?? DEFAULT_BAND_HEIGHT_MM;
}

const mm = (length: number): string => `${Math.round(length * 100) / 100} mm`;

function spaceProblems({ paper, contentMargin }: PageGeometry, field: string): string[] {
  const { topMm, rightMm, bottomMm, leftMm } = contentMargin;
  const problems: string[] = [];
  const tell = (side: string, pageMm: number, takenMm: number) => {
    if (pageMm - takenMm >= MIN_CONTENT_MM) return;
    problems.push(
      `${field}.margin: ${side} take ${mm(takenMm)} of the page's ${mm(pageMm)}; ` +
        `at least ${mm(MIN_CONTENT_MM)} must be left for content`,
    );
  };
  tell('left and right', paper.widthMm, leftMm + rightMm);
  tell('top and bottom (header and footer included)', paper.heightMm, topMm + bottomMm);
  return problems;
}
