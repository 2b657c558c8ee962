import { describe, expect, test } from 'vitest';
import { type FinishOptions, type LetterheadOptions, type PdfaLevel } from '@platen/pdf';
import { pdfOf, stream } from '../../packages/pdf/test/foreign-pdf.ts';
import { bandOf, draftMark, type JobChanges, jobOf, pagesOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;

const sheetOf = (colour: string, text: string) =>
  `<div style="break-after:page;height:296mm"><div style="width:50mm;height:30mm;background:${colour}"></div><p>${text}</div>`;

/** A letterhead of two pages: red and blue at the top left. */
const makeSheets = async (changes: JobChanges = {}): Promise<string> => {
  const html = `<!doctype html><style>body{margin:0}</style>${sheetOf('#f00', 'Head one')}${sheetOf('#00f', 'Head two')}`;
  return toBase64((await printer.print(jobOf(html, { contentMargin: sides(0), ...changes }))).bytes);
};

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const fieldOf = (base64: string, changes: Partial<LetterheadOptions> = {}): Partial<FinishOptions> => ({
  letterhead: { base64, field: 'options.letterhead.asset', ...changes },
});

const printOn = (finish: Partial<FinishOptions>, html = pagesOf(3), changes: JobChanges = {}) =>
  printer.print(jobOf(html, { ...changes, finish: { ...NOTHING, ...finish } }));

describe('a letterhead', () => {
  test('has its first page below the first page, and its second below all others', async () => {
    const { document, report } = await printOn(fieldOf(await makeSheets()));
    expect(await document.text(1)).toBe('Head one Page 1');
    expect(await document.text(2)).toBe('Head two Page 2');
    expect(await document.text(3)).toBe('Head two Page 3');
    const box = { leftMm: 0, topMm: 0, widthMm: 50, heightMm: 30 };
    expect(await document.box(1, RED)).toEqual({
      leftMm: expect.closeTo(box.leftMm, 0),
      topMm: expect.closeTo(box.topMm, 0),
      widthMm: expect.closeTo(box.widthMm, 0),
      heightMm: expect.closeTo(box.heightMm, 0),
    });
    expect(await document.box(1, BLUE)).toBeNull();
    expect(await document.box(3, BLUE)).not.toBeNull();
    expect(report.warnings).toEqual([]);
  });

  test.each<[string, Partial<LetterheadOptions>, string[]]>([
    ['numbers', { first: 2, others: 1 }, ['two', 'one', 'one']],
    ['none on the first page', { first: null }, ['', 'two', 'two']],
    ['none on the others', { others: null }, ['one', '', '']],
  ])('takes the pages that the options name: %s', async (_, options, expected) => {
    const { document } = await printOn(fieldOf(await makeSheets(), options));
    const texts = await Promise.all([1, 2, 3].map((page) => document.text(page)));
    expect(texts).toEqual(expected.map((word, index) => `${word && `Head ${word} `}Page ${index + 1}`));
  });

  test('of one page is below all pages', async () => {
    const one = toBase64((await printer.print(jobOf('<p>Only'))).bytes);
    const { document } = await printOn(fieldOf(one));
    expect(await document.text(1)).toContain('Only');
    expect(await document.text(3)).toContain('Only');
  });

  test('counts the pages of the document, also those that are not printed', async () => {
    const { document } = await printOn(fieldOf(await makeSheets()), pagesOf(3), { pageRanges: '2-3' });
    expect(await document.text(1)).toBe('Head two Page 2');
  });

  test('is below bands, watermark and content, and is there once in the file', async () => {
    const sheets = await makeSheets();
    const finish = { ...fieldOf(sheets), watermark: draftMark({ layer: 'below' }) };
    const changes = { header: bandOf('<b>Band'), contentMargin: sides(10, { topMm: 20 }), watermark: 'TEST' };
    const { document, bytes } = await printOn(finish, pagesOf(40), changes);
    expect(await document.text(2)).toMatch(/^Head two DRAFT .*Page 2 .*Band/);
    const plain = await printOn({ watermark: draftMark({ layer: 'below' }) }, pagesOf(40), changes);
    expect(bytes.byteLength - plain.bytes.byteLength).toBeLessThan(
      2 * Buffer.from(sheets, 'base64').byteLength,
    );
  });

  test('of another size is at the top left, and the report says so', async () => {
    const sheets = await makeSheets();
    const { document, report } = await printOn(fieldOf(sheets), pagesOf(1), {
      paper: { widthMm: 216, heightMm: 279 },
    });
    expect(await document.box(1, RED)).toMatchObject({ leftMm: 0, topMm: 0, widthMm: expect.closeTo(50, 0) });
    expect(report.warnings).toEqual([
      {
        code: 'LETTERHEAD_SIZE',
        message:
          'The letterhead has 210 × 297 mm, and pages have 216 × 279 mm. It is drawn at the top left of them, in its own size.',
        field: 'options.letterhead.asset',
      },
    ]);
  });

  const FULL = 'position:absolute;left:0;top:0;width:210mm;height:297mm';
  const WHITE_PNG =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC';
  test.each<[string, number]>([
    ['<style>body{background:#fff}</style>', 1],
    ['<style>html{background:color(srgb 1 1 1)}</style>', 1],
    ['<style>body{background:rgb(255 255 255 / 90%)}</style>', 1],
    ['<style>@page{background:#fff}</style>', 1],
    ['<style>body::before{content:"";position:fixed;inset:0;background:#fff}</style>', 1],
    ['<style>body{background:linear-gradient(#fff,#eee)}</style>', 1],
    ['<style>@media print{body{background:#fff}}</style>', 1],
    [`<div style="${FULL};background:#fff"></div>`, 1],
    [`<div style="${FULL};background:#fff;opacity:.9"></div>`, 1],
    [`<img style="${FULL}" src="${WHITE_PNG}">`, 1],
    ['<header style="position:absolute;left:0;top:0;width:120mm;height:60mm;background:#fff"></header>', 1],
    [
      `<svg style="${FULL}" viewBox="0 0 1 1" preserveAspectRatio="none"><path d="M0 0H1V1H0z" fill="#fff"/></svg>`,
      1,
    ],
    ['<style>body{background:#ffffff80}</style>', 0],
    [`<div style="${FULL};background:#fff;opacity:.1"></div>`, 0],
    [`<div style="${FULL};background:#fff;mix-blend-mode:multiply"></div>`, 0],
    ['<style>@media screen{body{background:#fff}}</style>', 0],
    [
      '<main style="position:absolute;left:0;top:80mm;width:210mm;height:217mm;background:#fff">Text</main>',
      0,
    ],
    [`<div style="${FULL};border:1px solid;box-sizing:border-box"></div>`, 0],
  ])('below what is painted on the pages is in the report: %s', async (html, count) => {
    const changes = { contentMargin: sides(0) };
    const { report } = await printOn(
      fieldOf(await makeSheets()),
      `<style>body{margin:0}</style>${html}<p>x`,
      changes,
    );
    expect(report.warnings.map(({ code }) => code)).toEqual(Array(count).fill('LETTERHEAD_HIDDEN'));
  });

  test('of another program below a background is in the report, with the pages', async () => {
    const base64 = Buffer.from(foreign()).toString('base64');
    const html = `${pagesOf(60)}<div style="height:297mm;background:#fff">`;
    const { report } = await printOn(fieldOf(base64), html, { contentMargin: sides(0) });
    expect(report.warnings).toEqual([
      {
        code: 'LETTERHEAD_HIDDEN',
        message: expect.stringMatching(
          /^What is painted on page 61 covers the letterhead, which is below it/,
        ),
        field: 'options.letterhead.asset',
      },
    ]);
  });
});

describe('a letterhead in a tagged PDF', () => {
  const HTML = `<!doctype html><html lang="en"><title>Letter</title><style>@page{margin:60mm 20mm}</style><h1>Letter</h1><p>Text`;

  test.each([false, true])('is an artifact (its own file is tagged: %s)', async (tagged) => {
    const base64 = await makeSheets({ tagged });
    const { document } = await printOn(fieldOf(base64), HTML, { tagged: true });
    const plain = await printOn({}, HTML, { tagged: true });
    expect(await document.roles(1)).toEqual(await plain.document.roles(1));
    expect(await document.text(1)).toContain('Head one');
  });

  test.each([false, true])('can be PDF/UA and PDF/A (its own file is tagged: %s)', async (tagged) => {
    const finish = { pdfa: '3a' as PdfaLevel, pdfua: true, ...fieldOf(await makeSheets({ tagged })) };
    const { document } = await printOn(finish, HTML, { tagged: true });
    expect(await document.text(1)).toContain('Head one');
  });

  test('without its fonts cannot be PDF/A, and the error says so', async () => {
    const base64 = Buffer.from(foreign()).toString('base64');
    await expect(printOn({ pdfa: '2b', ...fieldOf(base64) }, HTML)).rejects.toMatchObject({
      faults: [{ kind: 'pdfa', detail: expect.stringMatching(/rule 6\.2\.11.*font .*Helvetica/) }],
    });
  });
});

/** A page of another program: its content is in two streams, and its text is at 10 10 of what is shown. */
const foreign = (page = '', place = '10 10'): Uint8Array =>
  Buffer.from(
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>/MediaBox[0 0 595 842]>>',
      `<</Type/Page/Parent 2 0 R/Contents[4 0 R 6 0 R]${page}>>`,
      stream(`q 1 0 0 rg BT /F 20 Tf ${place}`),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      stream('Td (Foreign \\(7 0 R\\)) Tj ET'),
    ]),
    'latin1',
  );

describe('a letterhead of another program', () => {
  test('may have its content in parts', async () => {
    const { document } = await printOn(fieldOf(toBase64(foreign())), pagesOf(2));
    expect(await document.text(2)).toBe('Foreign (7 0 R) Page 2');
    expect(await document.find(1, 'Foreign')).toMatchObject({
      xMm: expect.closeTo(3.5, 0),
      yMm: expect.closeTo(293.5, 0),
    });
  });

  test.each([
    ['cropped', '/MediaBox[-50 -50 645 892]/CropBox[0 0 595 842]', '10 10'],
    ['moved', '/MediaBox[100 100 695 942]', '110 110'],
    ['turned', '/MediaBox[0 0 842 595]/Rotate 90', '832 10'],
  ])('is drawn as readers show it: %s', async (_, page, place) => {
    const { document, report } = await printOn(fieldOf(toBase64(foreign(page, place))), pagesOf(1));
    const { xMm, yMm } = await document.find(1, 'F');
    expect([xMm, yMm]).toEqual([expect.closeTo(3.5, 0), expect.closeTo(293.5, 0)]);
    expect(report.warnings).toEqual([]);
  });

  test.each([
    ['no PDF', 'hello', /^options\.letterhead\.asset: cannot be read: the file is not a PDF$/],
    ['damaged', '%PDF-1.7\nnothing', /^options\.letterhead\.asset: cannot be read: /],
    [
      'encrypted',
      pdfOf(['<</Type/Catalog>>'], '/Encrypt<</Filter/Standard>>'),
      /^options\.letterhead\.asset: is encrypted; save it without a password$/,
    ],
  ])('that is %s is refused', async (_, text, message) => {
    await expect(
      printOn(fieldOf(Buffer.from(text, 'latin1').toString('base64')), pagesOf(1)),
    ).rejects.toThrow(message);
  });

  test('without the page of an option is refused', async () => {
    await expect(printOn(fieldOf(toBase64(foreign()), { others: 2 }), pagesOf(1))).rejects.toThrow(
      'options.letterhead.others: is page 2; the letterhead has 1',
    );
  });
});
