import { describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import type { FoundAsset } from '../../../../compose/assets/asset-source.ts';
import { attachAssets } from '../../../../compose/assets/attach-assets.ts';
import { findAssets } from '../../../../compose/assets/find-assets.ts';
import { writeFontFace } from '../../../../compose/assets/font-face.ts';
import { findFamilies } from '../../../../compose/assets/find-families.ts';
import { MAX_ATTACHED_CHARACTERS } from '../../../../compose/assets/uses-assets.ts';
import { compose } from '../../../../compose/compose.ts';
import { attachSentAssets } from '../../../../renderer/container/image/composing/sent-components.ts';
import { NO_COMPONENTS } from '../../../../renderer/container/protocol.ts';
import type { RequestOptions } from '../../../../schema/api/generate.ts';
import { unlimited } from '../../../support/unlimited.ts';

const asset = (name: string, more: Partial<FoundAsset> = {}): FoundAsset => ({
  name,
  mediaType: 'image/png',
  bytes: 3,
  details: {},
  read: async () => 'QUJD',
  ...more,
});

const LOGO = 'data:image/png;base64,QUJD';

const INTER = asset('inter.woff2', {
  mediaType: 'font/woff2',
  details: { family: 'Inter', weight: '100 900', style: 'italic' },
});

const jobOf = (html: string, options: RequestOptions = {}): PrintJob =>
  compose({
    meter: unlimited(),
    content: html,
    template: null,
    data: {},
    options,
    filename: null,
    maxHtmlBytes: 2_000_000,
    watermark: null,
    now: 0,
  }).job;

const attach = (job: PrintJob, assets: readonly FoundAsset[] = [asset('logo.png')], more: object = {}) =>
  attachAssets(
    job,
    {
      find: async (names) =>
        new Map(assets.filter(({ name }) => names.includes(name)).map((one) => [one.name, one])),
      ...more,
    },
    unlimited(),
  );

const attached = async (html: string) => (await attach(jobOf(html))).html;

describe('an asset is written where the document loads it:', () => {
  test.each([
    ['an attribute', '<img src="platen-asset://logo.png">', `<img src="${LOGO}">`],
    ['an attribute without quotes', '<img src=platen-asset://logo.png>', `<img src=${LOGO}>`],
    [
      'a list of images',
      '<img srcset="platen-asset://logo.png 1x, platen-asset://logo.png 2x">',
      `<img srcset="${LOGO} 1x, ${LOGO} 2x">`,
    ],
    [
      'a style sheet',
      '<style>a{background:url(platen-asset://logo.png)}</style>',
      `<style>a{background:url(${LOGO})}</style>`,
    ],
    [
      'a style',
      `<a style="background: url('platen-asset://logo.png')">`,
      `<a style="background: url('${LOGO}')">`,
    ],
    ['a script', "<script>show('platen-asset://logo.png')</script>", `<script>show('${LOGO}')</script>`],
    ['a part of an SVG', '<image href="platen-asset://logo.png#a"/>', `<image href="${LOGO}#a"/>`],
    [
      'a tag over lines',
      '<img\n alt="a > b"\n src="platen-asset://logo.png"\n>',
      `<img\n alt="a > b"\n src="${LOGO}"\n>`,
    ],
  ])('%s', async (_, html, expected) => {
    expect(await attached(html)).toBe(expected);
  });

  test.each([
    ['a text', '<p>Write platen-asset://logo.png in the template.</p>'],
    ['a comment', '<!-- <img src="platen-asset://logo.png"> -->'],
    ['a title', '<title><img src="platen-asset://logo.png"></title>'],
    ['a field', '<textarea><img src="platen-asset://none.png"></textarea>'],
    ['a text after a sign', '1 < 2 platen-asset://none.png'],
  ])('but not in %s', async (_, html) => {
    expect(await attached(html)).toBe(html);
  });
});

test('bands and the watermark have assets too', async () => {
  const html = '<img src="platen-asset://logo.png">';
  const options = {
    header: { content: html },
    footer: { content: html },
    watermark: { image: 'platen-asset://logo.png' },
  };
  const job = await attach(jobOf('<p>1</p>', options));
  expect([...job.header, ...job.footer].map((band) => band.html)).toEqual([
    `<img src="${LOGO}">`,
    `<img src="${LOGO}">`,
  ]);
  expect(job.finish?.watermark?.content).toEqual({ base64: 'QUJD', mediaType: 'image/png' });
  const svg = asset('logo.png', { mediaType: 'image/svg+xml' });
  await expect(attach(jobOf('', options), [svg])).rejects.toMatchObject({
    details: ['options.watermark.image: platen-asset://logo.png must be a PNG or a JPEG'],
  });
  const wide = asset('logo.png', { details: { width: 8_001, height: 1 } });
  await expect(attach(jobOf('', options), [wide])).rejects.toMatchObject({
    details: ['options.watermark.image: has more than 8000 pixels on a side'],
  });
  await expect(attach(jobOf('', { watermark: options.watermark }), [])).rejects.toMatchObject({
    details: ['options.watermark.image: platen-asset://logo.png: the workspace has no asset with this name'],
  });
});

describe('an error names', () => {
  test('the assets that do not exist, and what is no name', async () => {
    const html = ['none.png', '../secret', 'a..b', 'x'.repeat(200)]
      .map((name) => `<img src="platen-asset://${name}">`)
      .join('');
    await expect(attached(html)).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
      details: [
        'platen-asset://none.png: the workspace has no asset with this name',
        'platen-asset://: is no name of an asset',
        'platen-asset://a..b: is no name of an asset',
        `platen-asset://${'x'.repeat(100)}: is no name of an asset`,
      ],
    });
  });

  test('no more than 20 of 10,000', async () => {
    const html = Array.from({ length: 10_000 }, (_, index) => `<img src="platen-asset://${index}">`).join('');
    await expect(attached(html)).rejects.toSatisfy(
      ({ details }: { details: string[] }) => details.length === 20,
    );
  });

  test('the size of assets that are too large together, before one is read', async () => {
    const large = asset('logo.png', {
      bytes: 1_000_000,
      read: () => Promise.reject(new Error('It was read.')),
    });
    const html = '<img src="platen-asset://logo.png">'.repeat(11);
    await expect(attach(jobOf(html), [large])).rejects.toMatchObject({
      code: 'ASSETS_TOO_LARGE',
      details: [
        `the document shows assets 11 times, which takes 14666696 characters; it may have ${MAX_ATTACHED_CHARACTERS}`,
      ],
    });
  });
});

describe('the font of a template', () => {
  const FACE =
    '<style>@font-face{font-family:"Inter";src:url(data:font/woff2;base64,QUJD) format("woff2");font-weight:100 900;font-style:italic}</style>';

  test.each([
    [
      'in the head',
      '<!doctype html><html lang="en"><head class="a"><title>1</title>',
      '<!doctype html><html lang="en"><head class="a">',
    ],
    ['after the document type', '<!-- a --> <!DOCTYPE html>\n<p>1</p>', '<!-- a --> <!DOCTYPE html>'],
    ['before a fragment', '<p>1</p>', ''],
    ['before a header, which is no head', '<header>1</header>', ''],
  ])('has a rule %s', async (_, html, before) => {
    const styled = `${html}<p style="font-family: Inter">1</p>`;
    const job = await attach(jobOf(styled), [], { fonts: [INTER] });
    expect(job.html).toBe(before + FACE + styled.slice(before.length));
  });

  test('has a rule in each text that names its family, and only there', async () => {
    const named = '<p style="font: 12px inter">1</p>';
    const header = { content: named };
    const job = await attach(jobOf('<p>Inter</p>', { header }), [], { fonts: [INTER] });
    expect([job.html, job.header[0]?.html]).toEqual(['<p>Inter</p>', FACE + named]);
  });

  test('cannot leave its rule with its name', () => {
    const details = { family: 'A"</style>\\' };
    expect(writeFontFace({ ...INTER, details }, 'QUJD')).toContain(
      'font-family:"A\\22 \\3c \\2f style\\3e \\5c ";',
    );
  });
});

test('a document without assets asks for none', async () => {
  const job = jobOf('<p>1</p>');
  const find = () => Promise.reject(new Error('It asked.'));
  expect(await attachAssets(job, { find }, unlimited())).toBe(job);
});

test('a document that a container composes has the hints for fonts of Google too', async () => {
  const link = '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Inter">';
  const { warnings } = await attachSentAssets(jobOf(link), NO_COMPONENTS);
  expect(warnings).toMatchObject([{ code: 'FONT_FROM_GOOGLE' }]);
});

test('the names of a template are those without placeholders', () => {
  const html = `<img src="platen-asset://logo.png"><img src="platen-asset://{{brand}}.png">
    <img src="platen-asset://logo-{{brand}}.png"><img src="platen-asset://logo.{{type}}"><p>platen-asset://text.png</p>`;
  expect([...findAssets([html, 'platen-asset://mark.png'])]).toEqual(['logo.png', 'mark.png']);
});

test('the families of a template are those that it names', () => {
  const families = findFamilies([
    `<style>body { font: bold 12pt/1.2 "Source Serif 4", serif; --head-font:'Inter Tight' }</style>`,
    '<p style="font-family: &quot;Noto Sans&quot;, sans-serif"><text font-family="OCR B"/>',
    'p { font-family:\n  Roboto,\n  Arial }',
    ':root { --body: Lora, serif } p { font-family: var(--body) }',
    `<script>new Chart(box, { font: { size: 12, family: 'Barlow' } }, {"family": "Fira Sans"})</script>`,
  ]);
  const named = ['source serif 4', 'inter tight', 'noto sans', 'ocr b', 'roboto', 'arial', 'lora', 'barlow'];
  for (const family of [...named, 'fira sans']) expect(families).toContain(family);
  expect(findFamilies(['<p>Inter</p>'])).toEqual([]);
  // As `lower` of SQLite, with which they are compared.
  expect(findFamilies(['p { font-family: Ärial Bold }'])).toContain('Ärial bold');
});

test('places are found in a long document in little time', async () => {
  const rows = '<tr><td title="a">1 < 2</td><td>"quote\'</td></tr>'.repeat(40_000);
  const html = `${rows}<img src="platen-asset://logo.png">`;
  expect((await attached(html)).endsWith(`<img src="${LOGO}">`)).toBe(true);
  const open = `${'<a "'.repeat(100_001)}<img src="platen-asset://logo.png">`;
  await attached(open).catch(() => {});
});
