import { expect, test } from 'vitest';
import { ApiError } from '../../../../../worker/lib/api-error.ts';
import { Fields } from '../../../../../worker/surfaces/gotenberg/fields.ts';
import { Literals } from '../../../../../worker/surfaces/gotenberg/literals.ts';
import { listPages, parseSelection } from '../../../../../worker/surfaces/gotenberg/page-selection.ts';
import { readPrint, readScreenshot } from '../../../../../worker/surfaces/gotenberg/print-fields.ts';

const fieldsOf = (values: Readonly<Record<string, string>>, files: readonly string[] = []): Fields =>
  new Fields({
    values: new Map(Object.entries(values).map(([name, value]) => [name, [value]])),
    files: files.map((name) => ({ field: 'files', name, bytes: new TextEncoder().encode(name) })),
  });

const problemOf = (fields: Fields): string => {
  try {
    fields.finish();
    return '';
  } catch (error) {
    return (error as ApiError).message;
  }
};

test.each([
  ['8.5', 215.9],
  ['21cm', 210],
  ['210mm', 210],
  ['72pt', 25.4],
  ['96px', 25.4],
  ['6pc', 25.4],
  ['1in', 25.4],
])('%s is %d millimetres', (text, mm) => {
  expect(fieldsOf({ paperWidth: text }).millimetres('paperWidth')).toBeCloseTo(mm, 6);
});

test.each([
  ['2.5s', 2_500],
  ['1m30s', 90_000],
  ['250ms', 250],
  ['0', 0],
])('%s is %d milliseconds', (text, ms) => {
  expect(fieldsOf({ waitDelay: text }).duration('waitDelay')).toBe(ms);
});

test('a value that is none is refused in the words of Go, and all of them in one answer', () => {
  const fields = fieldsOf({
    landscape: 'foo',
    scale: '1,5',
    waitDelay: '5',
    cookies: 'foo',
    paperWidth: 'wide',
  });
  readPrint(fields);
  fields.require('url');
  expect(problemOf(fields).split('\n')).toEqual([
    `Invalid form data: form field 'waitDelay' is invalid (got '5', resulting to time: missing unit in duration "5")`,
    `form field 'cookies' is invalid (got 'foo', resulting to unmarshal cookies: invalid character 'o' in literal false (expecting 'a'))`,
    `form field 'landscape' is invalid (got 'foo', resulting to strconv.ParseBool: parsing "foo": invalid syntax)`,
    `form field 'scale' is invalid (got '1,5', resulting to strconv.ParseFloat: parsing "1,5": invalid syntax)`,
    `form field 'paperWidth' is invalid (got 'wide', resulting to strconv.ParseFloat: parsing "wide": invalid syntax)`,
    `form field 'url' is required`,
  ]);
});

test('the defaults are those of Gotenberg: Letter, margins of a centimetre, no backgrounds', () => {
  const { options } = readPrint(fieldsOf({}));
  expect(options).toMatchObject({
    format: 'Custom',
    orientation: 'portrait',
    printBackground: false,
    scale: 1,
    mediaType: 'print',
  });
  expect(options.width).toBeCloseTo(215.9);
  expect(options.height).toBeCloseTo(279.4);
});

test('a screenshot is 800 pixels wide and as high as its content, and cut with clip', () => {
  const { options, output } = readScreenshot(fieldsOf({}));
  expect([options.mediaType, output]).toEqual([
    'screen',
    { type: 'png', fullPage: true, deviceScaleFactor: 1 },
  ]);
  expect(Number(options.width)).toBeCloseTo((800 / 96) * 25.4);
  expect(readScreenshot(fieldsOf({ clip: 'true', format: 'jpeg' })).output).toMatchObject({
    fullPage: false,
    quality: 100,
  });
});

test('fields that nobody reads are named', () => {
  const fields = fieldsOf({ landscape: 'true', paperHieght: '3' });
  readPrint(fields);
  fields.finish();
  expect([...fields.ignored]).toEqual(['paperHieght']);
});

test('PDFs are in the order of the numbers in their names, and their extension may be in capitals', () => {
  const fields = fieldsOf({}, ['page_10.pdf', 'page_2.PDF', 'a.txt']);
  expect(fields.filesOf('.pdf').map(({ name }) => name)).toEqual(['page_2.PDF', 'page_10.pdf']);
});

test.each([
  ['2-', [2, 3, 4]],
  ['-2', [1, 2]],
  ['1,3-4', [1, 3, 4]],
  ['2-9', null],
])('of four pages, %s selects %j', (text, pages) => {
  expect(listPages(parseSelection(text) ?? [], 4)).toEqual(pages);
});

test.each(['foo', '-', '3-2', '0', '1,,2', '1'.repeat(9)])('%s selects no pages', (text) => {
  expect(parseSelection(text)).toBeNull();
});

test('placeholders in a text come out as they went in', () => {
  const literals = new Literals();
  expect(literals.hold('plain')).toBe('plain');
  expect(literals.hold('{{secret}}')).toBe('{{{t0}}}');
  expect(literals.data).toEqual({ t0: '{{secret}}' });
});
