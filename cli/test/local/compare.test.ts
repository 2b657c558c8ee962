import { expect, test } from 'vitest';
import type { Picture } from '../../local/pdf/pdf-pages.ts';
import { decodePng, encodePng } from '../../local/pdf/png.ts';
import { comparePageLooks, compareSnapshots } from '../../local/snapshots/compare-snapshots.ts';
import { diffLines } from '../../local/snapshots/diff-lines.ts';
import type { Snapshot } from '../../local/snapshots/snapshot.ts';

const aPage = (text: readonly string[] = ['One']) => ({ widthMm: 210, heightMm: 297, text: [...text] });

const aSnapshot = (changes: Partial<Snapshot> = {}): Snapshot => ({
  chromium: '153.0.0.0',
  filename: 'a.pdf',
  warnings: [],
  pages: [aPage()],
  ...changes,
});

const compare = (before: Partial<Snapshot>, after: Partial<Snapshot>): string[] =>
  compareSnapshots(aSnapshot(before), aSnapshot(after)).map(({ kind, page, message, lines }) =>
    [kind, page ?? 'all', message, ...lines].join(' | '),
  );

test('the same prints have no differences, whatever printed them', () => {
  expect(compare({}, { chromium: '154.0.0.0' })).toEqual([]);
});

test('lines that break elsewhere are not another text', () => {
  expect(compare({ pages: [aPage(['One two', 'three'])] }, { pages: [aPage(['One', 'two three'])] })).toEqual(
    [],
  );
});

test('each difference is named', () => {
  expect(compare({ pages: [aPage(['a', 'b', 'c'])] }, { pages: [aPage(['a', 'x', 'c'])] })).toEqual([
    'text | 1 | the text differs | - b | + x',
  ]);
  expect(compare({}, { pages: [aPage(), aPage()] })).toEqual(['pages | all | 2 pages instead of 1 page']);
  expect(compare({}, { pages: [{ ...aPage(), heightMm: 300 }] })).toEqual([
    'size | 1 | 210 × 300 mm instead of 210 × 297 mm',
  ]);
  expect(compare({ warnings: ['a'] }, { warnings: ['b'] })).toEqual([
    'warnings | all | the warnings differ | - a | + b',
  ]);
  expect(compare({}, { filename: 'b.pdf' })).toEqual([
    'filename | all | the filename differs | - a.pdf | + b.pdf',
  ]);
});

test('the changed lines of a text are found in order', () => {
  expect(diffLines(['a', 'b', 'c', 'd'], ['b', 'x', 'd', 'e'])).toEqual(['- a', '- c', '+ x', '+ e']);
  expect(diffLines([], ['a'])).toEqual(['+ a']);
  expect(diffLines(['a'], ['a'])).toEqual([]);
});

const SETTINGS = {
  threshold: 0.1,
  maxDifferentPixels: 0.01,
  maxDifferentInSquare: 0.05,
  dpi: 72,
  now: '2026-01-01T12:00:00Z',
};

/** A white picture with a black box. */
function pictureWith(box: number, width = 40, height = 40): Picture {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 10; y < 10 + box; y += 1) {
    for (let x = 10; x < 10 + box; x += 1) data.set([0, 0, 0, 255], (y * width + x) * 4);
  }
  return { width, height, data };
}

test('pixels may differ as much as the settings allow', () => {
  const looks = (box: number) => comparePageLooks(1, pictureWith(0), pictureWith(box), SETTINGS);
  expect(looks(0)).toBeNull();
  expect(looks(3)).toBeNull();
  expect(looks(10)?.message).toBe('6.3 % of the pixels differ, 1 % may');
  expect(looks(10)?.pictures?.difference).toMatchObject({ width: 40, height: 40 });
});

test('a word that is a small part of the page is much of a square of it', () => {
  const page = (box: number) => pictureWith(box, 600, 800);
  const looks = (box: number) => comparePageLooks(1, page(0), page(box), SETTINGS)?.message;
  expect(looks(3)).toBeUndefined();
  expect(looks(6)).toBe(
    '18 % of the pixels differ in a square of 5 mm, 1 mm from the left and 1 mm from the top, 5 % may',
  );
  const within = { ...SETTINGS, maxDifferentInSquare: 0.2 };
  expect(comparePageLooks(1, page(0), page(6), within)).toBeNull();
});

test('what only one of two pages has differs', () => {
  const look = comparePageLooks(1, pictureWith(0), pictureWith(0, 40, 80), SETTINGS);
  expect(look?.message).toBe('50 % of the pixels differ, 1 % may');
});

test('a picture is the same after it was a PNG', () => {
  const picture = pictureWith(12);
  for (const isSmall of [true, false])
    expect(Buffer.from(decodePng(encodePng(picture, { isSmall })).data).equals(picture.data)).toBe(true);
});
