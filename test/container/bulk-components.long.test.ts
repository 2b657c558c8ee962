import { expect, test } from 'vitest';
import { SVG } from '../support/protected-routes.ts';
import { fontsOf } from '../support/pdf-fonts.ts';
import { inspectPdf } from '../support/pdf.ts';
import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.ts';
import {
  generated,
  operator,
  readError,
  send,
  serviceUrl,
  tenant,
  useBulkService,
} from './support/bulk-lane.ts';

// Bodies over 4 MB, which the container reads. It asks the Worker for what they name.

useBulkService();

const FONT = readFileSync(inProject('node_modules/bwip-js/fonts/OCRB7.ttf'));

const FILLER = { filler: 'x'.repeat(4_500_000) };

async function put(key: string, path: string, type: string, body: BodyInit): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': type };
  const response = await fetch(`${serviceUrl()}${path}`, { method: 'PUT', headers, body });
  expect(response.status, await response.text()).toBe(200);
}

test('a large document has the assets and partials that it names', async () => {
  const { workspaceId } = await tenant('growth');
  const permissions = ['pdf.generate', 'template.write'] as const;
  const terms = { workspaceId, name: 'writer', environment: 'live' as const, permissions };
  const { key } = await operator().createKey(terms);
  await put(key, '/v1/assets/code.ttf?family=Our%20Code', 'font/ttf', FONT);
  await put(key, '/v1/assets/dot.svg', 'image/svg+xml', SVG);
  await put(key, '/v1/partials/inner', 'application/json', JSON.stringify({ content: 'inner {{word}}' }));
  await put(key, '/v1/partials/outer', 'application/json', JSON.stringify({ content: 'outer {{> inner}}' }));
  const htmlContent = `<style>@font-face { font-family: Mine; src: url(platen-asset://code.ttf) }</style>
    <p style="font-family: Mine">{{> outer}}</p><img src="platen-asset://{{image}}.svg">`;
  const templateData = { ...FILLER, word: 'word', image: 'dot' };
  const { data } = generated.parse((await send(key, JSON.stringify({ htmlContent, templateData }))).body);
  const bytes = new Uint8Array(await (await fetch(data.url)).arrayBuffer());
  expect((await inspectPdf(bytes)).text).toContain('outer inner word');
  expect(await fontsOf(bytes)).toEqual([expect.stringMatching(/OCRB/)]);
});

test('a large document whose asset does not exist is refused by name', async () => {
  const { key } = await tenant('growth');
  const htmlContent = '<img src="platen-asset://none.png">';
  const answer = await send(key, JSON.stringify({ htmlContent, templateData: FILLER }));
  expect(readError(answer)).toMatchObject({
    code: 'ASSET_NOT_FOUND',
    details: ['platen-asset://none.png: the workspace has no asset with this name'],
  });
});
