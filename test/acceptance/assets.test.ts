import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type GenerateRequest, Platen } from '../../packages/client/src/client.ts';
import { inProject } from '../../scripts/project.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { solidPng } from '../support/solid-png.ts';
import { openImage } from '../support/image.ts';
import { fontsOf } from '../support/pdf-fonts.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectRefusal, serviceUrl, Tenant } from '../support/service-client.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(inProject(path)));

const OCR = bytesOf('node_modules/bwip-js/fonts/OCRB7.ttf');
const SERIF = bytesOf('dashboard/public/fonts/source-serif-4-latin-600.woff2');
const [RED, BLUE] = [solidPng('#c00'), solidPng('#00c')];

let tenant: Tenant;
let client: Platen;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'growth' });
  client = new Platen({ apiKey: tenant.key, baseUrl: serviceUrl(), fetch: checkedFetch });
});

/** The colour in the middle of the page, as hexadecimal digits. */
async function colourOf(request: GenerateRequest): Promise<string> {
  const output = { type: 'png' as const };
  const bytes = await client.generatePdf({ ...request, output });
  const image = await openImage(bytes);
  const middle = image.pixel(image.width >> 1, image.height >> 1);
  return Buffer.from(middle.slice(0, 3)).toString('hex');
}

const FULL = '<!doctype html><style>body{margin:0}img{width:100vw;height:100vh}</style>';
const SHOWN = `${FULL}<img src="platen-asset://paint.png">`;

test('an asset is uploaded, read, listed and deleted', async () => {
  const saved = await client.assets.put('ocr.ttf', OCR, {
    mediaType: 'font/ttf',
    family: 'OCR B',
    note: 'First',
  });
  expect(saved).toMatchObject({ name: 'ocr.ttf', version: 1, mediaType: 'font/ttf', note: 'First' });
  expect(saved.details.family).toBe('OCR B');
  expect(await client.assets.get('ocr.ttf')).toEqual(saved);
  expect((await client.assets.list()).data).toContainEqual(saved);
  const download = await client.assets.download('ocr.ttf', { version: 1 });
  expect([download.mediaType, await download.bytes()]).toEqual(['font/ttf', OCR]);
  expect((await client.assets.versions('ocr.ttf')).data).toHaveLength(1);
  await client.assets.delete('ocr.ttf');
  await expect(client.assets.get('ocr.ttf')).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
});

describe('a font', () => {
  test('of a template is in the PDF for its family, in the document and in bands', async () => {
    await client.assets.put('serif.woff2', SERIF);
    await client.assets.put('code.ttf', OCR, { family: 'Our Code' });
    const template = await client.templates.create({
      name: 'With fonts',
      content: '<h1 style="font: 600 30px \'Source Serif 4\'">Heading</h1>',
      settings: { footer: { content: '<p style="font-family: Our Code">12345</p>' } },
    });
    const pdf = await client.generatePdf({ templateId: template.id });
    expect(await fontsOf(pdf)).toEqual(
      expect.arrayContaining([expect.stringMatching(/SourceSerif4/), expect.stringMatching(/OCRB/)]),
    );
    expect((await inspectPdf(pdf)).text).toMatch(/Heading[^]*12345/);
    expect((await client.assets.uses('serif.woff2')).data).toMatchObject([
      { templateId: template.id, publishedPin: 1, latestPin: 1, versions: 1 },
    ]);
    await expect(client.assets.delete('serif.woff2')).rejects.toMatchObject({ code: 'PART_IN_USE' });
  });

  test('of raw HTML is in the PDF if the HTML has a rule for it', async () => {
    await client.assets.put('code.ttf', OCR, { family: 'Our Code' });
    const html = (rule: string) => `<style>${rule}</style><p style="font-family: Mine, sans-serif">12345</p>`;
    const rule = '@font-face { font-family: Mine; src: url(platen-asset://code.ttf) }';
    expect(await fontsOf(await client.generatePdf({ htmlContent: html(rule) }))).toEqual([
      expect.stringMatching(/OCRB/),
    ]);
    expect(await fontsOf(await client.generatePdf({ htmlContent: html('') }))).not.toContainEqual(
      expect.stringMatching(/OCRB/),
    );
  });
});

test('a published version prints its assets for ever, and a new version prints the newest', async () => {
  await client.assets.put('paint.png', RED);
  const { id } = await client.templates.create({ name: 'Painted', content: SHOWN });
  expect(await colourOf({ templateId: id })).toBe('cc0000');
  await client.assets.put('paint.png', BLUE);
  expect(await colourOf({ templateId: id })).toBe('cc0000');
  expect(await colourOf({ htmlContent: SHOWN })).toBe('0000cc');
  await client.templates.update(id, { content: `${SHOWN} ` });
  expect(await colourOf({ templateId: id })).toBe('0000cc');
  expect(await colourOf({ templateId: `${id}@1` })).toBe('cc0000');
});

test('a name from the data chooses an asset', async () => {
  await client.assets.put('red.png', RED);
  await client.assets.put('blue.png', BLUE);
  const htmlContent = `${FULL}<img src="platen-asset://{{brand}}.png">`;
  for (const [brand, colour] of [
    ['red', 'cc0000'],
    ['blue', '0000cc'],
  ]) {
    expect(await colourOf({ htmlContent, templateData: { brand } })).toBe(colour);
  }
});

describe('an asset that does not exist', () => {
  const htmlContent = '<img src="platen-asset://nowhere.png">';

  test('is an error of the print and of the save, which charges nothing', async () => {
    const before = await tenant.quotaUsed();
    const { details } = expectRefusal(await tenant.generate({ htmlContent }), 'ASSET_NOT_FOUND');
    expect(details).toEqual(['platen-asset://nowhere.png: the workspace has no asset with this name']);
    await expect(client.templates.create({ name: 'Broken', content: htmlContent })).rejects.toMatchObject({
      code: 'ASSET_NOT_FOUND',
    });
    expect(await tenant.quotaUsed()).toBe(before);
  });

  test('here, but in another workspace, is the same error', async () => {
    await client.assets.put('mine.png', RED);
    const stranger = await Tenant.create();
    const answer = await stranger.generate({ htmlContent: '<img src="platen-asset://mine.png">' });
    expectRefusal(answer, 'ASSET_NOT_FOUND');
  });
});

test('a wrong file, a wrong type and a wrong name are refused', async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  await expect(client.assets.put('a.svg', svg)).rejects.toMatchObject({
    code: 'ASSET_INVALID',
    details: ['body: is an SVG with an event handler: onload of <svg>'],
  });
  await expect(client.assets.put('a.png', RED, { mediaType: 'image/svg+xml' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: ['Content-Type: is image/svg+xml, but the file is image/png'],
  });
  for (const name of ['../a.png', 'a/b.png', 'a..png', '.a', 'a.', 'é.png', 'x'.repeat(101)]) {
    await expect(client.assets.put(name, RED)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
  const large = new Uint8Array(10_000_001);
  await expect(client.assets.put('a.png', large)).rejects.toMatchObject({
    details: ['body: is larger than 10000000 bytes'],
  });
});
