import { expect, test } from 'vitest';
import { numeric, toStyle } from '../in-page/scripts/paged/counter-systems.ts';
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

test.each([
  [{ pad: [100, '-'.repeat(20)] }, '7'],
  [{ negative: ['-'.repeat(1_001), ''] }, '-7'],
  [{ pad: [3, '-'] }, '--7'],
] as const)('a text of more than 1,000 characters is written in decimal (%#)', (changes, expected) => {
  const style = { ...toStyle(numeric(Array.from('0123456789'))), ...changes };
  const find = (name: string) => (name === 'own' ? style : undefined);
  expect(formatCounter(expected.startsWith('-7') ? -7 : 7, 'own', find)).toBe(expected);
});
