import { describe, expect, test } from 'vitest';
import { optionsOf } from '../../../compose/puppeteer-options.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { describeIssues } from '../../../schema/api/issues.ts';

const read = (pdfOptions: object, options?: object) => generateRequest.safeParse({ pdfOptions, options });

function translate(pdfOptions: object, options?: object) {
  const { data, error } = read(pdfOptions, options);
  if (data === undefined) throw error;
  return optionsOf(data);
}

describe('the options of page.pdf()', () => {
  test('have the defaults of Puppeteer', () => {
    expect(translate({})).toEqual({ format: 'Letter', orientation: 'portrait', printBackground: false });
  });

  test.each([
    ['1in', 25.4],
    ['2.54cm', 25.4],
    ['12 mm', 12],
    ['96px', 25.4],
    ['96', 25.4],
    ['72pt', 25.4],
    [96, 25.4],
    [0, 0],
  ])('take %j as a margin', (top, mm) => {
    expect(translate({ margin: { top } }).margin?.top).toBeCloseTo(mm, 9);
  });

  test.each([
    [{ format: 'a4' }, { format: 'A4' }],
    [{ format: 'TABLOID', width: '10cm' }, { format: 'Tabloid' }],
    [
      { width: '100mm', height: '5cm' },
      { format: 'Custom', width: 100, height: 50 },
    ],
    [{ width: '100mm' }, { format: 'Custom', width: 100, height: expect.closeTo(279.4, 9) }],
    [{ landscape: true }, { format: 'Letter', orientation: 'landscape' }],
    [{ preferCSSPageSize: true }, { preferCssPageSize: true }],
    [
      { pageRanges: '2-3', scale: 0.5, printBackground: true },
      { pageRanges: '2-3', scale: 0.5, printBackground: true },
    ],
    [
      { outline: true, tagged: false },
      { outline: true, tagged: false },
    ],
  ])('%j are translated', (given, expected) => {
    expect(translate(given)).toMatchObject(expected);
  });

  test('print all pages for an empty range, and no band without displayHeaderFooter', () => {
    const options = translate({ pageRanges: '', headerTemplate: 'Head' });
    expect(options).not.toHaveProperty('pageRanges');
    expect(options).not.toHaveProperty('header');
  });

  test('put the bands into the margins, with the text of Chromium for a template that is missing', () => {
    const margin = { top: '20mm', bottom: '10mm' };
    const { header, footer } = translate({ displayHeaderFooter: true, headerTemplate: 'Head', margin });
    expect(header).toEqual({ content: expect.stringContaining('Head'), height: 20 });
    expect(footer).toEqual({ content: expect.stringContaining('class="pageNumber"'), height: 10 });
  });

  test('give way to options, field by field', () => {
    const given = { format: 'a3', margin: { top: '1cm', left: '1cm' }, landscape: true };
    const options = translate(given, { format: 'A5', margin: { top: 3 } });
    expect(options).toMatchObject({ format: 'A5', orientation: 'landscape', margin: { top: 3, left: 10 } });
    expect(translate({ width: '100mm', height: '5cm' }, { format: 'A5' })).not.toHaveProperty('width', 100);
  });

  test.each([
    [
      { margin: { top: '1 mile' } },
      'pdfOptions.margin.top: must be a number of pixels, or a length such as "1in", of 0 to 1000 mm',
    ],
    [
      { margin: { left: -1 } },
      'pdfOptions.margin.left: must be a number of pixels, or a length such as "1in", of 0 to 1000 mm',
    ],
    [
      { margin: { left: true } },
      'pdfOptions.margin.left: must be a number of pixels, or a length such as "1in"',
    ],
    [
      { width: '1mm' },
      'pdfOptions.width: must be a number of pixels, or a length such as "1in", of 10 to 5080 mm',
    ],
    [
      { format: 'B4' },
      'pdfOptions.format: must be one of: a0, a1, a2, a3, a4, a5, a6, letter, legal, tabloid, ledger',
    ],
    [
      { format: 'custom' },
      'pdfOptions.format: must be one of: a0, a1, a2, a3, a4, a5, a6, letter, legal, tabloid, ledger',
    ],
    [{ pageRanges: '3-1' }, 'pdfOptions.pageRanges: must be page numbers and ranges such as "1-3,5"'],
  ])('%j are refused by name', (given, problem) => {
    expect(describeIssues(read(given).error, { pdfOptions: given })).toEqual([problem]);
  });
});
