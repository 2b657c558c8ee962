import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { inMemory, mergePdfs, PdfReader } from '@platen/pdf';
import { bandOf, jobOf, type JobChanges } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { usePrinter } from './support/printer.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter();

/** Two pages. All documents have the same name for their second page. */
const invoice = (number: number): string =>
  `<!doctype html><html lang="de"><title>Invoice ${number}</title>
   <h1>Invoice ${number}</h1><p><a href="#total">Total</a> <a href="https://example.com/${number}">Pay</a></p>
   <table><tr><th id="item">Item</th></tr><tr><td headers="item">Paper (${number} 0 R)</td></tr></table>
   <h2 id="total" style="break-before: page">Total of ${number}</h2></html>`;

async function mergeInvoices(count: number, changes: JobChanges = {}): Promise<Uint8Array> {
  const inputs = async function* () {
    for (let number = 1; number <= count; number += 1) {
      const { bytes } = await printer.print(jobOf(invoice(number), changes));
      yield { title: `№ ${number} (A)`, source: inMemory(bytes) };
    }
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of mergePdfs(inputs(), 'All invoices', unlimited())) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** The number of the page to which each link inside the document goes, by the number of the link's page. */
async function readInnerLinks(bytes: Uint8Array): Promise<[number, number][]> {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const links: [number, number][] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const annotations: { dest?: unknown }[] = await (await document.getPage(page)).getAnnotations();
    for (const { dest } of annotations) {
      if (Array.isArray(dest)) links.push([page, (await document.getPageIndex(dest[0])) + 1]);
      else if (dest) throw new Error(`A link of page ${page} has no page`);
    }
  }
  return links;
}

test('all pages are there in order, and each link goes to the page of its own document', async () => {
  const bytes = await mergeInvoices(3);
  const merged = await openPdf(bytes);
  expect(merged.pageCount).toBe(6);
  for (const number of [1, 2, 3]) {
    expect(await merged.text(2 * number - 1)).toContain(`Paper (${number} 0 R)`);
    expect(await merged.text(2 * number)).toBe(`Total of ${number}`);
    expect(await merged.links(2 * number - 1)).toEqual([`https://example.com/${number}`]);
  }
  expect(await readInnerLinks(bytes)).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  expect(await merged.outline()).toEqual(['№ 1 (A)', '№ 2 (A)', '№ 3 (A)']);
});

test('a page of text has 10 to 100 objects, and a tagged one several hundred', async () => {
  const page = `<h1>Report</h1>${'<p>A paragraph with some <b>bold</b> words in two lines of text. '.repeat(60)}`;
  const countObjects = async (html: string, tagged: boolean) => {
    const { bytes } = await printer.print(jobOf(html, { tagged }));
    return (
      Buffer.from(bytes)
        .toString('latin1')
        .match(/^\d+ 0 obj$/gm)?.length ?? 0
    );
  };
  for (const html of ['x', page]) {
    const plain = await countObjects(html, false);
    expect(plain).toBeGreaterThanOrEqual(10);
    expect(plain).toBeLessThanOrEqual(100);
  }
  expect(await countObjects(page, true)).toBeGreaterThan(200);
  expect(await countObjects(page, true)).toBeLessThan(1_000);
});

test('tags and bookmarks of each document are kept', async () => {
  const bytes = await mergeInvoices(2, { tagged: true, outline: true });
  const merged = await openPdf(bytes);
  expect(await merged.outline()).toEqual([
    '№ 1 (A)',
    '  Invoice 1',
    '    Total of 1',
    '№ 2 (A)',
    '  Invoice 2',
    '    Total of 2',
  ]);
  const alone = (await printer.print(jobOf(invoice(2), { tagged: true, outline: true }))).document;
  expect(await alone.roles(1)).toContain('Table');
  expect(await merged.roles(3)).toEqual(await alone.roles(1));
  expect(await merged.roles(4)).toEqual(await alone.roles(2));
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  const info: unknown = await document.getMarkInfo();
  expect(info instanceof Map && info.get('Marked')).toBe(true);
  // Names of elements are those of their document.
  const reader = await PdfReader.open(inMemory(bytes), unlimited());
  const objects = await Promise.all(reader.idsInOrder().map((id) => reader.object(id)));
  const text = objects.map((object) => object.text).join('\n');
  const names = text.match(/(?<=\/ID \()[^)]+/g);
  expect(names).toEqual([expect.stringMatching(/^000000-node/), expect.stringMatching(/^000001-node/)]);
  expect(text.match(/(?<=\/Headers \[\()[^)]+/g)).toEqual(names);
  expect((await document.getMetadata()).info).toMatchObject({ Title: 'All invoices', Language: 'de' });
});

test('bands and the watermark stay on the pages', async () => {
  const bytes = await mergeInvoices(2, {
    header: bandOf('<p>Page <span class="pageNumber"></span></p>'),
    watermark: 'TEST',
  });
  const merged = await openPdf(bytes);
  for (const [page, number] of [1, 2, 1, 2].entries()) {
    const text = await merged.text(page + 1);
    expect(text).toContain(`Page ${number}`);
    expect(text).toContain('TEST');
  }
});
