import { describe, expect, test } from 'vitest';
import { add, parseDecimal, toFormatter, writeDecimal, ZERO } from '../in-page/decimals.ts';
import { PageBottoms } from '../in-page/page-bottoms.ts';
import { planBreaks } from '../in-page/plan-breaks.ts';

describe('decimals', () => {
  const sum = (...texts: string[]): string =>
    writeDecimal(texts.reduce((total, text) => add(total, parseDecimal(text) ?? ZERO), ZERO));

  test.each([
    [['0.1', '0.2'], '0.3'],
    [['1', '-0.01'], '0.99'],
    [['-0.5', '0.25'], '-0.25'],
    [['-0'], '0'],
    [['9007199254740993', '0.01'], '9007199254740993.01'],
    [['1.50', '2'], '3.50'],
    [['1e3', '1E-3'], '1000.001'],
    [['5.684341886080802e-14'], '0.00000000000005684341886080802'],
  ])('%j are %s', (texts, expected) => {
    expect(sum(...texts)).toBe(expected);
  });

  test.each(['', '12,50', '1 000', '.5', '5.', '0x10', 'NaN', '1e999', '--1', '9'.repeat(41)])(
    '"%s" is not a number',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  test.each(['money', 'currency', 'currency €', 'number 21', 'number two', 'currency EUR x_y'])(
    '"%s" is not a format',
    (format) => {
      expect(toFormatter(format, 'en')).toBeNull();
    },
  );
});

describe('page breaks', () => {
  const unitsOf = (heights: readonly number[], starts: readonly number[] = []) =>
    heights.map((height, index) => ({ height, startsPage: starts.includes(index) }));
  const space = { first: 50, later: () => 100, carried: 10, brought: 10 };
  const plan = (heights: readonly number[], starts?: readonly number[]) => {
    const { startsLater, pages } = planBreaks(unitsOf(heights, starts), space);
    return [startsLater, ...pages.map(({ end, isSplit }) => (isSplit ? `${end} split` : end))];
  };

  test.each([
    ['what fits needs no row for sums', [25, 25], [false, 2]],
    ['what continues needs one', [25, 25, 1], [false, 1, 3]],
    ['the last page needs none', [40, 90], [false, 1, 2]],
    ['other pages need two', [40, 40, 40, 20], [false, 1, 3, 4]],
    ['a table may begin on the next page', [45, 45, 60], [true, 2, 3]],
    ['a high row has its own pages', [20, 200, 20], [false, 1, '2 split', 3]],
    ['a high row at the start', [200, 20], [true, '1 split', 2]],
    ['nothing', [], [false]],
  ])('%s', (_, heights, expected) => {
    expect(plan(heights)).toEqual(expected);
  });

  test('are before rows that begin a page', () => {
    expect(plan([10, 10, 10, 10], [0, 2])).toEqual([false, 2, 4]);
    expect(plan([20, 25, 10], [2])).toEqual([false, 1, 2, 3]);
  });
});

test('if a page had less room than expected, later pages of its side have less room too', () => {
  const bottoms = new PageBottoms();
  const row = (height: number, page: number, depth: number, startsPage = false) => ({
    height,
    place: { page, depth },
    staysWithNext: false,
    startsPage,
  });
  bottoms.read(
    [row(40, 1, 0), row(40, 1, 40), row(30, 2, 0), row(20, 2, 30), row(20, 3, 0), row(20, 4, 0, true)],
    100,
  );
  expect([1, 2, 3, 4, 5, 6].map((page) => bottoms.of(page, 100))).toEqual([100, 50, 100, 50, 100, 50]);
});
