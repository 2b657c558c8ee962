import { describe, expect, test } from 'vitest';
import type { FinishOptions } from '@platen/pdf';
import { printInPool } from '@platen/print-engine';
import { bandOf, draftMark, jobOf, PNG } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';

const printer = usePrinter();

const ALL: NonNullable<FinishOptions['encryption']>['permissions'] = {
  print: 'high',
  copy: true,
  modify: true,
  annotate: true,
  fillForms: true,
  assemble: true,
};

const watermarkOf = (text: string): FinishOptions => ({
  metadata: null,
  attachments: [],
  watermark: draftMark({ content: { text, colour: '#000000' } }),
  encryption: null,
});

describe('the report', () => {
  test('has console errors and exceptions, up to a limit', async () => {
    const html = `<script>for (let i = 0; i < 500; i++) console.error('number', i, { a: 1 })</script>
      <script>throw new Error('thrown')</script>`;
    const { report } = await printer.print(jobOf(html));
    expect(report.consoleErrors).toHaveLength(50);
    expect(report.consoleErrors[0]).toMatch(/^number 0 /);
    const thrown = await printer.print(jobOf("<script>throw new Error('thrown')</script>"));
    expect(thrown.report.consoleErrors.join()).toContain('Error: thrown');
  });

  test('has console errors from before a condition held and from after it', async () => {
    const html = `<p><script>
      console.error('early');
      setTimeout(() => { console.error('late'); document.body.id = 'done' }, 200);
    </script>`;
    const { report } = await printer.print(jobOf(html, { waitFor: { selector: '#done' } }));
    expect(report.consoleErrors).toEqual(['early', 'late']);
  });

  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">A\u{F123}B</text></svg>`;
  const inPage = String.raw`content: "A \f123"`;

  test.each([
    ['a text', `<p>plain, and ${WITHOUT_GLYPH}`, WITHOUT_GLYPH],
    ['private and unassigned characters', '<p>A\u{E000}B\u{378}C\u{200D}\u{AD}', '\u{E000}\u{378}'],
    ['several fonts', '<p>A\u{E000}<b>B\u{E001}</b><code>C\u{E002}</code>', '\u{E000}\u{E001}\u{E002}'],
    [
      'a text of a style sheet',
      `<style>p::before { ${inPage} }</style><p hidden>\u{E000}</p><p>x`,
      '\u{F123}',
    ],
    ['a margin box', `<style>@page { margin: 20mm; @top-left { ${inPage} } }</style><p>x`, '\u{F123}'],
    ['a shadow tree', '<p><template shadowrootmode="open">A \u{F123}</template>x', '\u{F123}'],
    ['a closed shadow tree', '<p><template shadowrootmode="closed">A \u{F123}</template>x', '\u{FFFD}'],
    ['a frame', '<iframe srcdoc="<p>in \u{F123} frame"></iframe>', '\u{F123}'],
    ['inputs', '<input value="a \u{F123}"><input placeholder="b \u{378}">', '\u{F123}\u{378}'],
    ['a drawing', `<img src="data:image/svg+xml,${encodeURIComponent(drawing)}">`, '\u{F123}'],
    ['a list', '<ul style="list-style-type: \'\u{F123} \'"><li>one', '\u{F123}'],
    ['text from the right', '<p dir="rtl">\u05D0\u05D1 \u{378}\u05D2', '\u{378}'],
    ['text with an outline', '<p style="-webkit-text-stroke: 1px red">A\u{F123}B', '\u{F123}'],
    [
      'text that cuts its background',
      '<p style="background: red; background-clip: text; color: transparent">A\u{F123}',
      '\u{F123}',
    ],
    [
      'characters that are drawn together',
      '<p>\u{11DB0}\u{301} \u{11DB1}\u{200D}\u{11DB2}',
      '\u{11DB0}\u{11DB1}\u{11DB2}',
    ],
  ])('has the characters that no font has: %s', async (_, html, missing) => {
    const { report } = await printer.print(jobOf(html));
    expect(report.missingGlyphs).toEqual(Array.from(missing));
  });

  test.each([
    ['other characters', '<p>plain — “quoted” … € Ω я e\u{301}<pre>a\tb'],
    ['a title', '<title>\u{E000}</title><p>x'],
    [
      'hidden elements',
      '<p hidden>\u{E000}<p style="visibility: hidden">\u{E000}<template>\u{E000}</template>',
    ],
    ['scripts and styles', `<p>x<script>'\u{E000}'</script><style>/*\u{E000}*/</style>`],
    ['transparent text', '<p style="color: transparent">A\u{E000}<p style="opacity: 0">\u{E000}'],
  ])('has no characters that are not seen: %s', async (_, html) => {
    const { report } = await printer.print(jobOf(html));
    expect(report.missingGlyphs).toEqual([]);
  });

  test('has the characters of a picture, a tagged and an encrypted document', async () => {
    const html = '<html lang="en"><title>x</title><p>A\u{F123}';
    const encryption = { userPassword: 'a', ownerPassword: 'b', permissions: ALL };
    for (const changes of [
      { picture: PNG },
      { tagged: true },
      { finish: { ...watermarkOf('x'), watermark: null, encryption } },
    ]) {
      const print = await printInPool(printer.pool, jobOf(html, changes), limitsOf());
      print.pdf.close?.();
      expect(print.report.missingGlyphs).toEqual(['\u{F123}']);
    }
  });

  test('has the characters of header and footer that no font has', async () => {
    const header = bandOf(`<p>${WITHOUT_GLYPH} <span class="pageNumber"></span>`);
    const { report } = await printer.print(jobOf('<p>plain', { header, footer: bandOf('plain') }));
    expect(report).toMatchObject({ missingGlyphs: [WITHOUT_GLYPH], warnings: [] });
    const plain = await printer.print(jobOf('<p>plain', { header, report: false }));
    expect(plain.report.missingGlyphs).toEqual([]);
  });

  test('warns of a watermark with characters that no font has', async () => {
    const finish = watermarkOf(`DRAFT ${WITHOUT_GLYPH}`);
    const { report } = await printer.print(jobOf('<p>plain', { finish }));
    expect(report.missingGlyphs).toEqual([WITHOUT_GLYPH]);
    expect(report.warnings).toMatchObject([
      {
        code: 'MISSING_GLYPHS',
        message: expect.stringContaining(WITHOUT_GLYPH),
        field: 'options.watermark.text',
      },
    ]);
    const drawn = await printer.print(jobOf('<p>plain', { finish: watermarkOf('Entwürfe — €') }));
    expect(drawn.report).toMatchObject({ missingGlyphs: [], warnings: [] });
  });

  test('of bands alone has what did not load, and the characters that no font has', async () => {
    const bandsOnly = { title: 'x', pages: [{ widthPoints: 595, heightPoints: 842, count: 1 }] };
    const header = bandOf(`<img src="http://platen.invalid/logo.png">${WITHOUT_GLYPH}`);
    const { report } = await printer.print(jobOf('', { header, bandsOnly }));
    expect(report).toMatchObject({
      failedResources: [{ url: 'http://platen.invalid/logo.png' }],
      missingGlyphs: [WITHOUT_GLYPH],
    });
  });

  test('has the phases', async () => {
    const { report } = await printer.print(jobOf('<p>x'));
    expect(Object.keys(report.phases)).toEqual(['load', 'print', 'finish']);
  });
});
