import { describe, expect, test } from 'vitest';
import {
  readCssString,
  splitContent,
} from '../../../packages/print-engine/in-page/scripts/paged/content-items.ts';
import { formatCounter } from '../../../packages/print-engine/in-page/scripts/paged/format-counter.ts';

describe('the parts of a value of content', () => {
  test.each([
    ['"a" counter(x)', ['"a" ', ['counter', 'x']]],
    [
      'Target-Counter( attr(href, "a,)") , page )"("',
      [['target-counter', 'attr(href, "a,)")', 'page'], '"("'],
    ],
    [String.raw`"\")" url(a\).png)`, [String.raw`"\")" `, ['url', String.raw`a\).png`]]],
    [`"a" /* it's */f(x, /* ) */ y) '/* b */'`, ['"a" ', ['f', 'x', 'y'], ` '/* b */'`]],
    ['none', ['none']],
    ['', []],
    ['a) b(', ['a) b(']],
  ])('%s', (value, expected) => {
    const parts = splitContent(value).map((part) =>
      typeof part === 'string' ? part : [part.name, ...part.parameters],
    );
    expect(parts).toEqual(expected);
  });

  test.each(['a-', '(', ')', ',', '"a"', "'", '\\', 'a(b,', '/*', '/**/'])(
    'a long value of %s is split in one pass',
    (piece) => {
      expect(splitContent(piece.repeat(200_000))).toBeDefined();
    },
  );
});

test('strings of CSS', () => {
  expect(
    readCssString(String.raw`"a\"b\201C c\
d"`),
  ).toBe('a"b“cd');
  expect(readCssString("'x'")).toBe('x');
  expect(readCssString('dotted')).toBeNull();
  expect(readCssString(String.raw`"\ffffff "`)).toBe('\u{fffd}');
});

test.each([
  [4, 'lower-roman', 'iv'],
  [1999, 'upper-roman', 'MCMXCIX'],
  [0, 'lower-roman', '0'],
  [28, 'lower-alpha', 'ab'],
  [26, 'upper-latin', 'Z'],
  [702, 'lower-alpha', 'zz'],
  [2, 'lower-greek', 'β'],
  [-3, 'decimal-leading-zero', '-3'],
  [7, 'own-style', '7'],
  [7, 'none', ''],
])('%d in %s is %s', (value, style, expected) => {
  expect(formatCounter(value, style)).toBe(expected);
});
