import type { Picture } from '../pdf/pdf-pages.ts';
import { comparePictures } from './compare-pictures.ts';
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

/** @returns null if the page looks as before */
export function comparePageLooks(
  number: number,
  expected: Picture,
  actual: Picture,
  { threshold, maxDifferentPixels }: TestSettings,
): Difference | null {
  const { fraction, picture } = comparePictures(expected, actual, threshold);
  if (fraction <= maxDifferentPixels) return null;
  const message = `${percent(fraction)} of the pixels differ, ${percent(maxDifferentPixels)} may`;
  return difference('pixels', number, message, { pictures: { expected, actual, difference: picture } });
}

const percent = (fraction: number): string => `${Number((fraction * 100).toPrecision(2))} %`;
