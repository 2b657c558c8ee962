import { describe, expect, test } from 'vitest';
import { InvalidComposition } from '../../../compose/errors.ts';
import type { PdfOptions } from '../../../schema/api/pdf-options.ts';
import { composed } from '../../support/compose/composed.ts';

const jobOf = (options: PdfOptions) => composed({ content: 'x', options }).job;

function problemsOf(options: PdfOptions): readonly string[] {
  try {
    jobOf(options);
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
  return [];
}

describe('paper', () => {
  test.each([
    ['A0', 841, 1189],
    ['A1', 594, 841],
    ['A2', 420, 594],
    ['A3', 297, 420],
    ['A4', 210, 297],
    ['A5', 148, 210],
    ['A6', 105, 148],
    ['Letter', 215.9, 279.4],
    ['Legal', 215.9, 355.6],
    ['Tabloid', 279.4, 431.8],
    ['Ledger', 431.8, 279.4],
  ] as const)('%s is %d × %d mm, and landscape swaps the two', (format, width, height) => {
    const portrait = jobOf({ format }).paper;
    const landscape = jobOf({ format, orientation: 'landscape' }).paper;

    expect(portrait.widthMm).toBeCloseTo(width, 6);
    expect(portrait.heightMm).toBeCloseTo(height, 6);
    expect(landscape).toEqual({ widthMm: portrait.heightMm, heightMm: portrait.widthMm });
  });

  test('is A4 by default', () => {
    expect(jobOf({}).paper).toEqual({ widthMm: 210, heightMm: 297 });
  });

  test('takes its own size with Custom, and landscape swaps that too', () => {
    const options = { format: 'Custom', width: 80, height: 200 } as const;

    expect(jobOf(options).paper).toEqual({ widthMm: 80, heightMm: 200 });
    expect(jobOf({ ...options, orientation: 'landscape' }).paper).toEqual({ widthMm: 200, heightMm: 80 });
  });

  test.each([{ width: 80 }, { height: 80 }, {}])('refuses Custom with only %j', (size) => {
    expect(problemsOf({ format: 'Custom', ...size })).toEqual([
      'options.format: Custom needs both options.width and options.height',
    ]);
  });

  test('ignores width and height with other formats', () => {
    expect(jobOf({ format: 'A5', width: 999, height: 999 }).paper).toEqual({ widthMm: 148, heightMm: 210 });
  });
});

describe('the height "auto"', () => {
  const receipt = { format: 'Custom', width: 80, height: 'auto' } as const;

  test('fits the page to its content, and its maximum is that of Custom', () => {
    expect(jobOf(receipt)).toMatchObject({ paper: { widthMm: 80, heightMm: 5_080 }, fitHeight: true });
    expect(jobOf({ ...receipt, height: 200 }).fitHeight).toBe(false);
  });

  test.each<[PdfOptions, string]>([
    [{ height: 'auto' }, 'options.height: "auto" needs the format Custom'],
    [{ format: 'A5', width: 80, height: 'auto' }, 'options.height: "auto" needs the format Custom'],
    [
      { format: 'Custom', height: 'auto' },
      'options.format: Custom needs both options.width and options.height',
    ],
    [
      { ...receipt, orientation: 'landscape' },
      'options.orientation: cannot be landscape with the height "auto"',
    ],
    [
      { ...receipt, preferCssPageSize: true },
      'options.preferCssPageSize: cannot be combined with the height "auto"',
    ],
    [
      { ...receipt, margin: { left: 36, right: 36 } },
      "options.margin: left and right take 72 mm of the page's 80 mm; at least 10 mm must be left for content",
    ],
  ])('is refused in %j', (options, problem) => {
    expect(problemsOf(options)).toEqual([problem]);
  });

  test('of a template does not count if the request has another format', () => {
    const template = { name: 'receipt', settings: receipt };
    const { job } = composed({ content: 'x', template, options: { format: 'A4' } });
    expect(job).toMatchObject({ paper: { widthMm: 210, heightMm: 297 }, fitHeight: false });
    const narrow = composed({ content: 'x', template, options: { width: 57 } });
    expect(narrow.job).toMatchObject({ paper: { widthMm: 57 }, fitHeight: true });
  });
});

describe('margins and bands', () => {
  test('counts a missing side as 0', () => {
    expect(jobOf({ margin: { left: 12.5 } }).contentMargin).toEqual({
      topMm: 0,
      rightMm: 0,
      bottomMm: 0,
      leftMm: 12.5,
    });
  });

  test('starts the content under the taller of margin and header, and ends it over margin and footer', () => {
    const { contentMargin } = jobOf({
      margin: { top: 10, bottom: 40 },
      header: { content: 'h', height: 30 },
      footer: { content: 'f', height: 20 },
    });

    expect(contentMargin).toMatchObject({ topMm: 30, bottomMm: 40 });
  });

  test('makes a band 15 mm tall by default, within the side margins', () => {
    const { header } = jobOf({ margin: { left: 5, right: 7 }, header: { content: '<b>h</b>' } });

    const field = 'options.header';
    expect(header).toEqual([{ html: '<b>h</b>', heightMm: 15, leftMm: 5, rightMm: 7, pages: null, field }]);
  });

  test.each([{ enabled: false, content: 'h', height: 50 }, { height: 50 }, { enabled: false }])(
    'gives no room to the band %j',
    (header) => {
      const job = jobOf({ header, footer: header });

      expect([job.header, job.footer]).toEqual([[], []]);
      expect(job.contentMargin).toMatchObject({ topMm: 0, bottomMm: 0 });
    },
  );

  test('keeps the room of a band that is enabled without content', () => {
    const job = jobOf({ header: { enabled: true, height: 25 } });

    expect(job.header[0]?.html).toBe('');
    expect(job.contentMargin.topMm).toBe(25);
  });

  test('leaves a band off page one, and the content where it is on the others', () => {
    const job = jobOf({ header: { content: 'h', height: 20 }, skipFirstHeader: true });

    expect(job.header).toMatchObject([
      { html: '', heightMm: 20, pages: [{ first: 1, last: 1 }] },
      { html: 'h', pages: null },
    ]);
    expect(job.contentMargin.topMm).toBe(20);
    expect(job.pageMargins).toBeUndefined();
  });

  test('starts the content of each kind of page under its own band', () => {
    const { contentMargin, pageMargins } = jobOf({
      margin: { top: 10, bottom: 12 },
      header: [
        { pages: 'first', content: 'letterhead', height: 60 },
        { content: 'h', height: 20 },
      ],
      footer: [
        { pages: 'last', content: 'f', height: 30 },
        { pages: 'even', content: 'f', height: 5 },
      ],
    });
    expect(contentMargin).toMatchObject({ topMm: 60, bottomMm: 30 });
    expect(pageMargins).toEqual({
      first: { topMm: 60, bottomMm: 30 },
      left: { topMm: 20, bottomMm: 30 },
      right: { topMm: 20, bottomMm: 30 },
    });
  });

  test('gives a page that is as high as its content the margins of a first page', () => {
    const { contentMargin, pageMargins } = jobOf({
      format: 'Custom',
      width: 80,
      height: 'auto',
      header: [
        { pages: 'first', content: 'h', height: 10 },
        { content: 'h', height: 40 },
      ],
    });
    expect([contentMargin.topMm, pageMargins]).toEqual([10, undefined]);
  });

  test('leaves 10 mm of page in each direction, not less', () => {
    expect(problemsOf({ margin: { left: 100, right: 100, top: 143.5, bottom: 143.5 } })).toEqual([]);
    expect(
      problemsOf({ margin: { left: 100, right: 100.1 }, header: { content: 'h', height: 290 } }),
    ).toEqual([
      "options.margin: left and right take 200.1 mm of the page's 210 mm; at least 10 mm must be left for content",
      "options.margin: top and bottom (header and footer included) take 290 mm of the page's 297 mm; " +
        'at least 10 mm must be left for content',
    ]);
  });
});

describe('print settings', () => {
  test('have the defaults of the contract', () => {
    expect(jobOf({})).toMatchObject({
      printBackground: true,
      mediaType: 'print',
      scale: 1,
      pixelRatio: 2,
      pageRanges: null,
      waitForSelector: null,
      preferCssPageSize: false,
      tagged: false,
      outline: false,
      watermark: null,
    });
  });

  test('pass on what is asked for', () => {
    const options = {
      printBackground: false,
      mediaType: 'screen',
      scale: 0.5,
      pageRanges: '1-2',
      waitForSelector: '#done',
      preferCssPageSize: true,
      tagged: true,
    } as const;

    expect(jobOf(options)).toMatchObject(options);
  });

  test('tag a PDF that has an outline', () => {
    expect(jobOf({ outline: true })).toMatchObject({ outline: true, tagged: true });
  });
});
