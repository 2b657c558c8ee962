import { expect, test } from 'vitest';
import { describeIssues } from '../../../schema/api/issues.ts';
import { pdfOptions } from '../../../schema/api/pdf-options.ts';

const problemsOf = (options: unknown): string[] =>
  describeIssues(pdfOptions.safeParse(options).error, options);

test.each([
  ['20mm', '20'],
  [' 1.5 CM ', '15'],
  ['8.5in', '215.9'],
  ['96px', '25.4'],
  ['20', '20'],
])('a margin of %j is %s millimetres', (top, mm) => {
  expect(problemsOf({ margin: { top } })).toEqual([
    `margin.top: must be a number of millimetres: ${mm}, not "${top.trim()}"`,
  ]);
});

test.each(['wide', '1em', '', `${'9'.repeat(1_000)}mm`])('%j is no length', (width) => {
  expect(problemsOf({ width })).toEqual(['width: must be a number of millimetres, such as 20']);
});

test('every length is in millimetres', () => {
  const text = '1in';
  const lengths = { width: text, height: text, margin: { left: text }, header: { height: text } };
  expect(problemsOf({ ...lengths, footer: { height: text } }).join('\n')).toMatch(/^(.*25\.4.*\n?){5}$/);
});

test('a height can be "auto"', () => {
  expect(problemsOf({ height: 'auto' })).toEqual([]);
  expect(problemsOf({ height: '20cm' })).toEqual([
    'height: must be a number of millimetres: 200, not "20cm", or "auto"',
  ]);
  expect(problemsOf({ height: true })).toEqual(['height: must be a number, or "auto"']);
  expect(problemsOf({ height: 9 })).toEqual(['height: must be 10 or more']);
  expect(problemsOf({ width: 'auto' })).toEqual(['width: must be a number of millimetres, such as 20']);
});

test('a value of another type is no number', () => {
  expect(problemsOf({ margin: { top: null }, scale: '1' })).toEqual([
    'margin.top: must be a number',
    'scale: must be a number',
  ]);
});
