import type { Picture } from '../pdf/pdf-pages.ts';
import { comparePictures, type PictureDifference } from './compare-pictures.ts';
import { diffLines } from './diff-lines.ts';
import { joinLines, type Snapshot } from './snapshot.ts';
import type { TestSettings } from './test-settings.ts';

export interface Difference {
  readonly kind: 'filename' | 'pages' | 'pixels' | 'size' | 'text' | 'warnings';
  /** From 1. It is null if it concerns the whole document. */
  readonly page: number | null;
  readonly message: string;
  /** Lines of the old and the new text. */
  readonly lines: readonly string[];
  readonly pictures: {
    readonly expected: Picture;
    readonly actual: Picture;
    readonly difference: Picture;
  } | null;
}

const difference = (
  kind: Difference['kind'],
  page: number | null,
  message: string,
  details: Partial<Pick<Difference, 'lines' | 'pictures'>> = {},
): Difference => ({ kind, page, message, lines: [], pictures: null, ...details });

/** Compares everything but the pictures. */
export function compareSnapshots(expected: Snapshot, actual: Snapshot): Difference[] {
  const found: Difference[] = [];
  if (expected.filename !== actual.filename)
    found.push(
      difference('filename', null, 'the filename differs', {
        lines: diffLines([expected.filename], [actual.filename]),
      }),
    );
  if (expected.warnings.join('\n') !== actual.warnings.join('\n'))
    found.push(
      difference('warnings', null, 'the warnings differ', {
        lines: diffLines(expected.warnings, actual.warnings),
      }),
    );
  const [before, now] = [expected.pages.length, actual.pages.length];
  if (before !== now)
    found.push(difference('pages', null, `${countPages(now)} instead of ${countPages(before)}`));
  for (const [index, old] of expected.pages.entries()) {
    const page = actual.pages[index];
    if (page !== undefined) found.push(...comparePages(old, page, index + 1));
  }
  return found;
}

type Page = Snapshot['pages'][number];

function comparePages(old: Page, page: Page, number: number): Difference[] {
  const found: Difference[] = [];
  if (old.widthMm !== page.widthMm || old.heightMm !== page.heightMm)
    found.push(difference('size', number, `${sizeOf(page)} instead of ${sizeOf(old)}`));
  if (joinLines(old.text) !== joinLines(page.text))
    found.push(difference('text', number, 'the text differs', { lines: diffLines(old.text, page.text) }));
  return found;
}

const countPages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`);

const sizeOf = ({ widthMm, heightMm }: Page): string => `${widthMm} × ${heightMm} mm`;

/** Large enough for the letters of a word. */
const SQUARE_MM = 5;

const MM_PER_INCH = 25.4;

/** @returns null if the page looks as before */
export function comparePageLooks(
  number: number,
  expected: Picture,
  actual: Picture,
  settings: TestSettings,
): Difference | null {
  const { threshold, dpi } = settings;
  const side = Math.max(1, Math.round((SQUARE_MM * dpi) / MM_PER_INCH));
  const { picture, ...found } = comparePictures(expected, actual, { threshold, side });
  const message = describeLooks(found, settings);
  return message === null
    ? null
    : difference('pixels', number, message, { pictures: { expected, actual, difference: picture } });
}

function describeLooks(
  { fraction, square }: Omit<PictureDifference, 'picture'>,
  { maxDifferentPixels, maxDifferentInSquare, dpi }: TestSettings,
): string | null {
  if (fraction > maxDifferentPixels)
    return `${percent(fraction)} of the pixels differ, ${percent(maxDifferentPixels)} may`;
  if (square.fraction <= maxDifferentInSquare) return null;
  const [left, top] = [square.x, square.y].map((pixels) => Math.round((pixels * MM_PER_INCH) / dpi));
  return (
    `${percent(square.fraction)} of the pixels differ in a square of ${SQUARE_MM} mm, ${left} mm from the left and ${top} mm ` +
    `from the top, ${percent(maxDifferentInSquare)} may`
  );
}

const percent = (fraction: number): string => `${Number((fraction * 100).toPrecision(2))} %`;
