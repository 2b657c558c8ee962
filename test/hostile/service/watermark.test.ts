import { expect, test } from 'vitest';
import { inspectPdf } from '../../support/pdf.ts';
import { expectGenerated, send, Tenant } from '../../support/service-client.ts';

const HTML = '<p>one</p><p style="break-before: page">two</p>';
const HEADER = { enabled: true, height: 20, content: '<p>header</p>' };

async function markedFile(): Promise<Buffer> {
  const tenant = await Tenant.create({ environment: 'test' });
  const answer = await tenant.generate({ htmlContent: HTML, options: { header: HEADER } });
  return Buffer.from((await send(expectGenerated(answer).data.url)).bytes);
}

test('nobody gets a file without its TEST watermark by cutting it off after an earlier %%EOF', async () => {
  const file = await markedFile();
  const text = file.toString('latin1');
  const ends = Array.from(text.matchAll(/%%EOF/g), ({ index }) => index + '%%EOF\n'.length);
  expect(ends).toEqual([file.byteLength]);
  const { pages } = await inspectPdf(file);
  expect(pages.map((page) => page.text.includes('TEST'))).toEqual([true, true]);
});

test('nobody gets a page without its TEST watermark by searching the file for earlier page objects', async () => {
  const text = (await markedFile()).toString('latin1');
  const pages = text.split('endobj').filter((object) => /\/Type \/Page\b/.test(object));
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page).toContain('/PlatenMark');
});
