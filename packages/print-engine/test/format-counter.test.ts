import { expect, test } from 'vitest';
import { formatCounter } from '../in-page/scripts/paged/format-counter.ts';

test.each([
  [28, 'arabic-indic', '٢٨'],
  [1024, 'thai', '๑๐๒๔'],
  [3_999, 'lower-roman', 'mmmcmxcix'],
  [4_000, 'lower-roman', '4000'],
  [0, 'upper-alpha', '0'],
  [28, 'upper-alpha', 'AB'],
  [7, 'decimal-leading-zero', '07'],
  [7, 'toString', '7'],
])('%i in the style %s', (value, style, expected) => {
  expect(formatCounter(value, style)).toBe(expected);
});
