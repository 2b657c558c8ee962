import { describe, expect, test } from 'vitest';
import type { FaultKind } from '@platen/pdf';
import { FaultyDocument } from '@platen/print-engine';
import { bandOf, draftMark, jobOf, type JobChanges } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { WITHOUT_GLYPH } from '../support/missing-glyph.ts';

const printer = usePrinter();

const KINDS = ['resources', 'scripts', 'glyphs', 'overflow'] as const;

/** Prints, and returns the faults of the failure as `kind: detail`. */
async function faultsOf(html: string, failOn: readonly FaultKind[], changes: JobChanges = {}) {
  try {
    await printer.print(jobOf(html, { report: false, failOn, ...changes }));
    return [];
  } catch (error) {
    if (!(error instanceof FaultyDocument)) throw error;
    return error.faults.map(({ kind, detail }) => `${kind}: ${detail}`);
  }
}

const IMAGE = 'http://platen.invalid/logo.png';

const FAULTS: Readonly<Record<(typeof KINDS)[number], readonly [string, RegExp][]>> = {
  resources: [
    [`<img src="${IMAGE}">x`, /^resources: http:\/\/platen\.invalid\/logo\.png: the request failed/],
    ['<link rel="stylesheet" href="http://platen.invalid/a.css">x', /a\.css: /],
    ['<script src="http://platen.invalid/a.js"></script>x', /a\.js: /],
    [
      '<style>@font-face{font-family:F;src:url(data:font/woff2;base64,AA)}p{font-family:F}</style><p>x',
      /^resources: F: /,
    ],
    [`<p style="background: url(${IMAGE})">x`, /logo\.png: /],
  ],
  scripts: [
    ['<script>nothing.here</script>x', /^scripts: Uncaught ReferenceError: nothing is not defined$/],
    ['<script>throw new Error("a")</script>x', /Error: a$/],
    ['<script>Promise.reject(new Error("b"))</script>x', /^scripts: Uncaught \(in promise\) Error: b$/],
    ['<body onload="throw 7">x', /Uncaught 7$/],
    ['<script>new Image().decode()</script>x', /^scripts: Uncaught \(in promise\) EncodingError: /],
  ],
  glyphs: [[`<p>${WITHOUT_GLYPH}`, /^glyphs: No font has a glyph for ".+" \(U\+[0-9A-F]{4,6}\), page 1\.$/]],
  overflow: [
    [
      `<div style="height: 20px; overflow: auto">${'line<br>'.repeat(9)}</div>`,
      /^overflow: The content of `div` is cut/,
    ],
  ],
};

describe.each(KINDS)('a job that fails on %s', (kind) => {
  test.each([...FAULTS[kind]])('fails on %s, and no other does', async (html, expected) => {
    expect(await faultsOf(html, [kind])).toEqual([expect.stringMatching(expected)]);
    const others = KINDS.filter((other) => other !== kind);
    expect(await faultsOf(html, others)).toEqual([]);
    expect(await faultsOf(html, [])).toEqual([]);
  });

  test('prints a sound document', async () => {
    expect(
      await faultsOf('<p>plain — “quoted” …<script>console.error("only a line")</script>', [kind]),
    ).toEqual([]);
    const caught = '<script>new Image().decode().catch(() => {})</script>x';
    expect(await faultsOf(caught, [kind])).toEqual([]);
    expect(await faultsOf('<p>static', [kind], { footer: bandOf('<p>fits') })).toEqual([]);
  });
});

test('faults of bands and of the watermark count too', async () => {
  const header = bandOf(`<img src="${IMAGE}">${WITHOUT_GLYPH}<div style="height: 50mm">`);
  const faults = await faultsOf('<p>x', KINDS, { header });
  expect(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([
    'resources',
    'glyphs',
    'overflow',
  ]);
  expect(faults.at(-1)).toMatch(/^overflow: The header is cut: its content needs \d+ mm/);
  const watermark = draftMark({ content: { text: WITHOUT_GLYPH, colour: '#000000' } });
  const finish = { metadata: null, attachments: [], watermark, encryption: null };
  expect(await faultsOf('<p>x', ['glyphs'], { finish })).toHaveLength(1);
});

test('a field that shows "?" for a character counts as a missing glyph', async () => {
  const html = '<input name="town" value="Łódź">';
  expect(await faultsOf(html, ['glyphs'], { forms: true })).toEqual([
    expect.stringMatching(/^glyphs: The field "town" shows "\?"/),
  ]);
  expect(await faultsOf(html.replace('Łódź', 'Köln'), KINDS, { forms: true })).toEqual([]);
});

test('the error has the faults of all kinds, and each list has a limit', async () => {
  const html = `${'<script>nothing()</script>'.repeat(200)}<img src="${IMAGE}">`;
  const faults = await faultsOf(html, ['scripts', 'resources']);
  expect(faults).toHaveLength(51);
});

test('many lines of the console do not hide an error', async () => {
  const html = '<script>for (let i = 0; i < 500; i++) console.error(i); throw new Error("last")</script>';
  expect(await faultsOf(html, ['scripts'])).toEqual(['scripts: Uncaught Error: last']);
});
