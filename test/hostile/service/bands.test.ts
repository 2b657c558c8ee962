import { describe, expect, test } from 'vitest';
import { inspectPdf } from '../../support/pdf.ts';
import { expectGenerated, send, Tenant } from '../../support/service-client.ts';

const HTML = '<p>one</p><p style="break-before: page">two</p><p style="break-before: page">three</p>';
const HEADER = 'head <i class="pageNumber"></i>/<i class="totalPages"></i>';
const FOOTER = 'foot <i class="pageNumber"></i>';

async function textsWith(style: string): Promise<string[]> {
  const tenant = await Tenant.create();
  const content = `<style>${style}</style>${HEADER}`;
  const options = { header: { content, height: 20 }, footer: { content: FOOTER, height: 20 } };
  const answer = await tenant.generate({ htmlContent: HTML, options });
  const { pages } = await inspectPdf((await send(expectGenerated(answer).data.url)).bytes);
  return pages.map(({ text }) => text.replaceAll(/\s/g, ''));
}

const pagesWith = (mark: string) =>
  ['one', 'two', 'three'].map((word, index) => `${word}${mark}head${index + 1}/3foot${index + 1}`);

describe('the styles of a header reach', () => {
  test.each([
    ['its own body, once a page', 'body::before { content: "B" }', 'B'],
    [
      'no element of the engine',
      'div::before, section::before { content: "L"; display: block; height: 50mm }',
      '',
    ],
    [
      'no host of the engine',
      ':host-context(body)::after, :host::before { content: "H" !important; break-before: page }',
      '',
    ],
    [
      'no page of the footer',
      'section, div, body { break-after: page !important } @page { size: A6 !important }',
      '',
    ],
    [
      'no text of the footer',
      ':root { --x: "R"; color: transparent } @counter-style decimal { system: cyclic; symbols: "D" }',
      '',
    ],
  ])('%s', async (_, style, mark) => {
    expect(await textsWith(style)).toEqual(pagesWith(mark));
  });
});
