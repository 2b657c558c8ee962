import { describe, expect, test } from 'vitest';
import { isSelected } from '@platen/pdf';
import { heightOn, PAGE_KINDS, planBands } from '../../../compose/bands.ts';
import { band, bands } from '../../../schema/api/band-options.ts';

const PAGES = [
  'first',
  'last',
  'odd',
  'even',
  'not-first',
  'not-last',
  '1',
  '3',
  '2-5,8',
  '2-',
  '3-',
  '4-',
  '1-',
  'first, last',
  'even,1',
  'odd,2-4',
];

const pagesThatHave = (pages: string, totalPages: number): number[] => {
  const [planned] = planBands('header', { content: 'x', pages }, false);
  const all = Array.from({ length: totalPages }, (_, index) => index + 1);
  return all.filter((page) => isSelected(planned?.pages ?? [], page, totalPages));
};

describe('the pages of a band', () => {
  test.each([
    ['first', [1]],
    ['last', [6]],
    ['odd', [1, 3, 5]],
    ['even', [2, 4, 6]],
    ['not-first', [2, 3, 4, 5, 6]],
    ['not-last', [1, 2, 3, 4, 5]],
    ['2-3,6,9', [2, 3, 6]],
    ['4-', [4, 5, 6]],
    [' first , last ', [1, 6]],
  ])('%s of six are %j', (pages, expected) => {
    expect(pagesThatHave(pages, 6)).toEqual(expected);
  });

  test('are never blank ones, unless it says so', () => {
    const isOnBlank = (pages: string) =>
      isSelected(planBands('header', { content: 'x', pages }, false)[0]?.pages ?? [], 2, 6, true);
    expect(['even', '2', '1-', 'not-first'].filter(isOnBlank)).toEqual([]);
    expect(['blank', 'odd,blank'].filter(isOnBlank)).toEqual(['blank', 'odd,blank']);
    expect(pagesThatHave('blank', 6)).toEqual([]);
  });

  test('of a document of one page are first and last', () => {
    expect(PAGES.filter((pages) => pagesThatHave(pages, 1).length === 1)).toEqual(
      PAGES.filter((pages) => /first|last|odd|1/.test(pages) && !pages.startsWith('not')),
    );
  });

  test.each([
    '',
    'First',
    '0',
    '2-1',
    '1,,2',
    'not-odd',
    'last-1',
    '1-2-3',
    '1000000',
    '-3',
    '1'.repeat(1_001),
  ])('cannot be %j', (pages) => {
    expect(band.safeParse({ pages }).success).toBe(false);
  });

  test('belong to one of at most 20 bands', () => {
    const list = (length: number) => Array.from({ length }, () => ({ content: 'x' }));
    expect([0, 1, 20, 21].map((length) => bands.safeParse(list(length)).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

/** They select all or none of the pages of a kind. The height for the kind is then exact. */
const OF_WHOLE_KINDS = ['first', 'odd', 'even', 'not-first', '1', '2-', '1-'];

/** The most that any page of this kind needs in documents of up to 12 pages. */
function mostOn(kind: (typeof PAGE_KINDS)[number], planned: ReturnType<typeof planBands>): number {
  let mostMm = 0;
  for (let totalPages = 1; totalPages <= 12; totalPages += 1) {
    for (let page = 1; page <= totalPages; page += 1) {
      if ((page === 1 ? 'first' : page % 2 === 0 ? 'left' : 'right') !== kind) continue;
      const found = planned.find(({ pages }) => pages === null || isSelected(pages, page, totalPages));
      mostMm = Math.max(mostMm, found?.heightMm ?? 0);
    }
  }
  return mostMm;
}

test('the content of a page starts under the highest band that a page of its kind may have', () => {
  for (const one of PAGES) {
    for (const other of PAGES) {
      const planned = planBands(
        'header',
        [
          { content: 'a', pages: one, height: 10 },
          { content: 'b', pages: other, height: 30 },
          { content: 'c', height: 20 },
        ],
        false,
      );
      for (const kind of PAGE_KINDS) {
        const [computed, most] = [heightOn(kind, planned), mostOn(kind, planned)];
        expect(computed, `${kind} of ${one} and ${other}`).toBeGreaterThanOrEqual(most);
        if (OF_WHOLE_KINDS.includes(one)) expect(computed, `${kind} of ${one} and ${other}`).toBe(most);
      }
    }
  }
});

test('a band that is off leaves its pages to the next', () => {
  const list = [{ pages: 'first', content: 'off', enabled: false }, { content: 'on' }];
  expect(planBands('footer', list, false)).toEqual([
    { name: 'footer[1]', source: 'on', heightMm: 15, pages: null },
  ]);
});

test('an empty band keeps its pages and their space', () => {
  const list = [{ pages: 'first', content: '', height: 30 }, { content: 'on' }];
  const planned = planBands('footer', list, true);
  expect(planned.map(({ source, heightMm }) => [source, heightMm])).toEqual([
    ['', 30],
    ['', 30],
    ['on', 15],
  ]);
});
