import { MemoryLimitExceeded, type Meter, WorkLimitExceeded } from '@platen/meter';
import { listPages } from '../file/list-pages.ts';
import { type Box, intersect } from '../file/matrix.ts';
import { paintingMeter } from '../file/painter.ts';
import { type PdfObject, type PdfReader, readShownPage, type ShownPage } from '../file/reader.ts';
import { AreaReader, type PaintedArea } from './painted-areas.ts';
import { placed } from './path.ts';

/** What is behind a page with this opacity can hardly be read. */
const HIDING = 0.75;

/** Of the page: a smaller box hides no letterhead, and one that is larger is the ground of its drawing. */
const LEAST_COVER = 1 / 200;
const LARGEST_INK = 1 / 2;

/** Of the marks of a letterhead: if so many are behind something, it is hidden. */
const HIDDEN_SHARE = 1 / 4;

/** Of a page, for a letterhead that is one picture. */
const WHOLE = 9 / 10;

/** The points of a letterhead that are looked at. */
const MAX_POINTS = 300;

/** A page of a letterhead, as it is placed: at the top left of the page. */
export interface PlacedLetterhead {
  readonly reader: PdfReader;
  readonly page: PdfObject;
}

/**
 * Finds the pages that paint over their letterhead.
 * @param toLetterhead of a page, by its index. It is null if the page has none
 * @returns the numbers of the pages, from 1
 */
export async function findCovered(
  document: PdfReader,
  toLetterhead: (index: number) => PlacedLetterhead | null,
  meter: Meter,
): Promise<number[]> {
  const covered: number[] = [];
  const marksOf = new Map<PdfObject, Marks>();
  const areas = new AreaReader(document, paintingMeter(document, meter));
  let index = 0;
  for await (const page of listPages(document)) {
    const letterhead = toLetterhead(index);
    index += 1;
    if (letterhead === null) continue;
    const painted = await readAreas(areas, page);
    const marks = marksOf.get(letterhead.page) ?? (await readMarks(letterhead, meter));
    marksOf.set(letterhead.page, marks);
    const covers = painted.filter(({ opacity }) => opacity >= HIDING);
    meter.charge(painted.length + covers.length * marks.points.length);
    if (meter.isDue) await meter.pause();
    if (isCovered(covers, marks, readShownPage(page).height)) covered.push(index);
  }
  return covered;
}

/** What is painted too often in one another is not looked at. */
async function readAreas(areas: AreaReader, page: PdfObject): Promise<PaintedArea[]> {
  try {
    const { width, height, matrix } = readShownPage(page);
    const shown = { left: 0, bottom: 0, right: width, top: height };
    const place = matrix === null ? null : inverse(matrix);
    return (await areas.read(page)).map(({ box, opacity }) => ({
      box: intersect(place === null ? box : placed(box, place), shown),
      opacity,
    }));
  } catch (error) {
    if (error instanceof WorkLimitExceeded || error instanceof MemoryLimitExceeded) return [];
    throw error;
  }
}

/** The inverse of a turn and a shift. */
const inverse = ([a, b, c, d, e, f]: NonNullable<ShownPage['matrix']>) =>
  [d, -b, -c, a, c * f - d * e, b * e - a * f] as const;

interface Marks {
  readonly points: readonly (readonly [number, number])[];
  readonly height: number;
  readonly size: number;
}

async function readMarks({ reader, page }: PlacedLetterhead, meter: Meter): Promise<Marks> {
  const { width, height } = readShownPage(page);
  const painted = await readAreas(new AreaReader(reader, paintingMeter(reader, meter)), page);
  const size = width * height;
  const marks = painted.filter(
    ({ box }) => sizeOf(box) <= size * LARGEST_INK && box.right >= box.left && box.top >= box.bottom,
  );
  const every = Math.ceil(marks.length / MAX_POINTS);
  const points = marks
    .filter((_, index) => index % every === 0)
    .map(({ box }) => [(box.left + box.right) / 2, (box.bottom + box.top) / 2] as const);
  return { points, height, size };
}

function isCovered(
  opaque: readonly PaintedArea[],
  { points, height, size }: Marks,
  pageHeight: number,
): boolean {
  const covers = opaque.filter(({ box }) => sizeOf(box) >= size * LEAST_COVER);
  if (points.length === 0) return covers.some(({ box }) => sizeOf(box) >= size * WHOLE);
  // The top of the letterhead is that of the page.
  const raisedBy = pageHeight - height;
  const hidden = points.filter(([x, y]) => covers.some(({ box }) => isIn(box, x, y + raisedBy)));
  return hidden.length >= points.length * HIDDEN_SHARE;
}

const isIn = ({ left, bottom, right, top }: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

const sizeOf = ({ left, bottom, right, top }: Box): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

const MAX_NAMED = 10;

/** @param pages the numbers of the pages that paint over their letterhead */
export function describeCovers(pages: readonly number[]): string {
  const more = pages.length > MAX_NAMED ? ' …' : '';
  const named = `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, MAX_NAMED).join(', ')}${more}`;
  return `What is painted on ${named} covers the letterhead, which is below it: most often a background. Remove it, or make it transparent for print.`;
}
