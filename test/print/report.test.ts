import { describe, expect, test } from 'vitest';
import type { FinishOptions } from '@platen/pdf';
import { bandOf, draftMark, jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';

const printer = usePrinter();

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

  test('has the characters that no font has', async () => {
    const { report } = await printer.print(jobOf(`<p>plain, and ${WITHOUT_GLYPH}`));
    expect(report.missingGlyphs).toEqual([WITHOUT_GLYPH]);
    const icons = await printer.print(jobOf('<p>A\u{E000}B\u{378}C\u{200D}\u{AD}'));
    expect(icons.report.missingGlyphs).toEqual(['\u{E000}', '\u{378}']);
    const unseen = `<title>\u{E000}</title><p hidden>\u{E000}<p style="visibility: hidden">\u{E000}<script>'\u{E000}'</script><style>/*\u{E000}*/</style>`;
    expect((await printer.print(jobOf(`<p>x${unseen}`))).report.missingGlyphs).toEqual([]);
    const plain = await printer.print(jobOf('<p>plain — “quoted” … €'));
    expect(plain.report.missingGlyphs).toEqual([]);
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
