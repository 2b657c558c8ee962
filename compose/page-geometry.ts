import type { PageBounds, PrintJob, Sides, VerticalSides } from '@platen/pdf';
import { AUTO_HEIGHT, CUSTOM_SIDE_MM, type PageFormat, type PdfOptions } from '../schema/api/pdf-options.ts';
import { heightOn, PAGE_KINDS, planBands, type PlannedBand } from './bands.ts';

const INCH_MM = 25.4;

/** Portrait width and height: ISO 216, and the North American sizes in inches. */
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

/** Source: contract 6.3. */
const MIN_CONTENT_MM = 10;

/** Also for paper that the document chooses. */
export const PAGE_BOUNDS: PageBounds = { maxSideMm: CUSTOM_SIDE_MM.max, minContentMm: MIN_CONTENT_MM };

export interface PageGeometry {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** One page, which is as high as its content; the height of the paper is the maximum. */
  readonly fitHeight: boolean;
  readonly contentMargin: Sides;
  /** It is null if all pages have the same margins. */
  readonly pageMargins: NonNullable<PrintJob['pageMargins']> | null;
  readonly header: readonly PlannedBand[];
  readonly footer: readonly PlannedBand[];
}

/** Sources: contract 6.2, contract 6.3 and contract 6.4. @param field `options` or `settings` */
export function pageGeometry(
  options: PdfOptions,
  field: string,
): PageGeometry | { readonly problems: readonly string[] } {
  const fitHeight = options.height === AUTO_HEIGHT;
  const conflicts = fitHeight ? heightConflicts(options, field) : [];
  if (conflicts.length > 0) return { problems: conflicts };
  const paper = choosePaper(options);
  if (paper === null) {
    return { problems: [`${field}.format: Custom needs both ${field}.width and ${field}.height`] };
  }
  const header = planBands('header', options.header, options.skipFirstHeader ?? false);
  const footer = planBands('footer', options.footer, options.skipFirstFooter ?? false);
  const margins = { ...NO_MARGIN, ...options.margin };
  const kinds = PAGE_KINDS.filter((kind) => !fitHeight || kind === 'first').map((kind) => ({
    topMm: Math.max(margins.top, heightOn(kind, header)),
    bottomMm: Math.max(margins.bottom, heightOn(kind, footer)),
  }));
  const contentMargin = {
    topMm: Math.max(...kinds.map(({ topMm }) => topMm)),
    rightMm: margins.right,
    bottomMm: Math.max(...kinds.map(({ bottomMm }) => bottomMm)),
    leftMm: margins.left,
  };
  const pageMargins = toPageMargins(kinds);
  const geometry = { paper, fitHeight, contentMargin, pageMargins, header, footer };
  const problems = spaceProblems(geometry, field);
  return problems.length > 0 ? { problems } : geometry;
}

/** Source: contract 6.2. */
function heightConflicts(options: PdfOptions, field: string): string[] {
  const problems: string[] = [];
  if (options.format !== 'Custom') problems.push(`${field}.height: "auto" needs the format Custom`);
  if (options.orientation === 'landscape')
    problems.push(`${field}.orientation: cannot be landscape with the height "auto"`);
  if (options.preferCssPageSize === true)
    problems.push(`${field}.preferCssPageSize: cannot be combined with the height "auto"`);
  return problems;
}

function choosePaper(options: PdfOptions): PageGeometry['paper'] | null {
  const { format = 'A4', width, height } = options;
  if (format === 'Custom' && (width === undefined || height === undefined)) return null;
  const heightMm = height === AUTO_HEIGHT ? CUSTOM_SIDE_MM.max : (height ?? 0);
  const [short, long] = format === 'Custom' ? [width ?? 0, heightMm] : FORMATS_MM[format];
  return options.orientation === 'landscape'
    ? { widthMm: long, heightMm: short }
    : { widthMm: short, heightMm: long };
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 };

function toPageMargins([
  first,
  left = first,
  right = left,
]: readonly VerticalSides[]): PageGeometry['pageMargins'] {
  if (!first || !left || !right) return null;
  const isSame = ({ topMm, bottomMm }: VerticalSides) => topMm === first.topMm && bottomMm === first.bottomMm;
  return isSame(left) && isSame(right) ? null : { first, left, right };
}

const formatMm = (length: number): string => `${Math.round(length * 100) / 100} mm`;

function spaceProblems({ paper, contentMargin }: PageGeometry, field: string): string[] {
  const { topMm, rightMm, bottomMm, leftMm } = contentMargin;
  const problems: string[] = [];
  const check = (side: string, pageMm: number, takenMm: number) => {
    if (pageMm - takenMm >= MIN_CONTENT_MM) return;
    problems.push(
      `${field}.margin: ${side} take ${formatMm(takenMm)} of the page's ${formatMm(pageMm)}; ` +
        `at least ${formatMm(MIN_CONTENT_MM)} must be left for content`,
    );
  };
  check('left and right', paper.widthMm, leftMm + rightMm);
  check('top and bottom (header and footer included)', paper.heightMm, topMm + bottomMm);
  return problems;
}
