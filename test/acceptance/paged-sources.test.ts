import { describe, expect, test } from 'vitest';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { assemble } from '../support/assembling.ts';
import { acceptBatch, batchIn, rowsOf } from '../support/batches.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectGenerated, send, Tenant } from '../support/service-client.ts';
import { sendHtml, useWebPage } from '../support/web-page.ts';
import { variation } from '../support/thorough.ts';

const page = useWebPage();

const STYLE = `a { display: block } a::after { content: ' p. ' target-counter(attr(href), page) } h2 { break-before: page }`;

/** Its chapters begin on the pages 2 and 4. All such books have the same ids. */
const bookOf = (name: string, style = `<style>${STYLE}</style>`): string =>
  `${style}<a href="#one">${name} one</a><a href="#two">${name} two</a><h2 id="one">${name} first</h2><h2>${name} break</h2><h2 id="two">${name} second</h2>`;

const FIRST_PAGE = 'Ink one p. 2 Ink two p. 4';

const textsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await inspectPdf(bytes)).pages.map(({ text }) => text);

/** The pages that the links of a page lead to, from 1. */
const readLinks = (bytes: Uint8Array, number: number): Promise<number[]> =>
  readPdf(bytes, async (document) => {
    const annotations = await (await document.getPage(number)).getAnnotations();
    return Promise.all(
      annotations.map(async ({ dest }) => {
        const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
        return 1 + (await document.getPageIndex(target));
      }),
    );
  });

describe('page numbers are right', () => {
  test('in a page of another server, with a linked style sheet and a link with its whole path', async () => {
    page.answer = ({ url }, response) => {
      if (url === '/book.css') response.writeHead(200, { 'Content-Type': 'text/css' }).end(STYLE);
      else
        sendHtml(
          response,
          bookOf('Ink', '<link rel="stylesheet" href="/book.css">').replace('#two', '/#two'),
        );
    };
    const tenant = await Tenant.create();
    const { pages } = await tenant.print({ url: page.url('/') });
    expect([pages.length, pages[0]?.text]).toEqual([4, FIRST_PAGE]);
  });

  variation('in Markdown with [[toc]]', async () => {
    const tenant = await Tenant.create();
    const markdown = `# Book\n\n[[toc]]\n\n${['Größe', 'Gr<b>ö</b>ße<span class="sub" style="display: block">and colour</span>', 'End'].map((title) => `<div style="break-before: page"></div>\n\n## ${title}\n\ntext\n`).join('\n')}`;
    const { pages } = await tenant.print({ markdown });
    expect(pages[0]?.text.replaceAll(/[ .]+/g, ' ')).toBe('Book Größe 2 Größe and colour 3 End 4');
  });

  variation('in the preview of a template', async () => {
    const tenant = await Tenant.create();
    const { id } = await tenant.putTemplate('book', bookOf('{{name}}'));
    const answer = await send(`/v1/templates/${id}/preview`, {
      method: 'POST',
      headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ templateData: { name: 'Ink' } }),
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await textsOf(answer.bytes))[0]).toContain(FIRST_PAGE);
  });

  variation('in the rows of a batch', async () => {
    const tenant = await Tenant.create();
    const { id } = await tenant.putTemplate('book', bookOf('{{name}}'));
    const rows = ['Ink', 'Paper'].map((name) => ({ externalId: name, templateData: { name } }));
    const { batchId } = await acceptBatch(tenant, { templateId: id, rows });
    await batchIn(tenant, batchId, 'completed');
    const made = await rowsOf(tenant, batchId);
    const texts = await Promise.all(
      made.map(async ({ file }) => (await textsOf((await send(file?.url ?? '')).bytes))[0]),
    );
    expect(texts).toEqual([FIRST_PAGE, FIRST_PAGE.replaceAll('Ink', 'Paper')]);
  });

  test('in the entries of a merge, and links lead to the pages of their own entry', async () => {
    const tenant = await Tenant.create();
    const { data: file } = expectGenerated(await tenant.generate({ htmlContent: bookOf('Ink') }));
    const answer = await assemble(tenant, 'merge', {
      entries: [{ fileId: file.fileId }, { htmlContent: bookOf('Paper') }, { fileId: file.fileId }],
    });
    const { bytes } = await send(expectGenerated(answer).data.url);
    const texts = await textsOf(bytes);
    expect(texts[0]).toBe(FIRST_PAGE);
    expect([await readLinks(bytes, 1), await readLinks(bytes, 5), await readLinks(bytes, 9)]).toEqual([
      [2, 4],
      [6, 8],
      [10, 12],
    ]);
  });

  test('with tags, an outline, PDF/UA, an index and the first page number', async () => {
    const tenant = await Tenant.create();
    const index =
      '<style>.pageNumbers a::after { content: none }</style><p class="pageNumbers" style="break-before: page"><a href="#one"></a><a href="#two"></a></p>';
    const htmlContent = `<html lang="en"><title>Book</title>${bookOf('Ink').replaceAll('h2', 'h1')}${index}`;
    const options = { outline: true, pdfua: true, firstPageNumber: 11 };
    const { data } = expectGenerated(await tenant.generate({ htmlContent, options }));
    const { bytes } = await send(data.url);
    const texts = await textsOf(bytes);
    expect([texts[0], texts[4]]).toEqual(['Ink one p. 12 Ink two p. 14', '12 , 14']);
    const outline = await readPdf(bytes, (document) => document.getOutline());
    expect(outline.map(({ title }) => title)).toEqual(['Ink first', 'Ink break', 'Ink second']);
    expect(await readLinks(bytes, 1)).toEqual([2, 4]);
  });
});
