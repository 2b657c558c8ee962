import { expect, test } from 'vitest';
import type { OtherEntries, PrintJob } from '@platen/pdf';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { jobOf } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const STYLE = `<style>a::after { content: ' ' target-counter(attr(href), page) } h2 { break-before: page }
  .roman::after { content: ' ' target-counter(attr(href), page, upper-roman) } .text::after { content: target-text(attr(href)) }
  .own::after { content: ' ' target-counter(attr(href), chapter) }</style>`;

const PLACES = [
  { address: 'entry:b', number: 123, text: 'The annex' },
  { address: 'entry:b#%C3%BC', number: 4, text: 'Overview' },
  { address: 'entry:nobody', number: null, text: '' },
];

const print = async (html: string, others: Partial<OtherEntries> = {}, changes: Partial<PrintJob> = {}) => {
  const otherEntries = { places: PLACES, wanted: [], ...others };
  const printed = await printer.print({ ...jobOf(STYLE + html), otherEntries, ...changes });
  return { ...printed.report, texts: await textsOf(printed) };
};

test('references print the numbers and texts of other entries, and the print lists their addresses', async () => {
  const { texts, entryLinks, warnings } = await print(
    '<a href="entry:b">A</a> <a class="roman" href="entry:b#ü">B</a> <a class="text" href="entry:b"></a> <a href="#x">C</a><h2 id="x">x</h2>',
  );
  expect(texts).toEqual(['A 123 B IV The annex C 2', 'x']);
  expect(entryLinks).toEqual({ addresses: ['entry:b', 'entry:b#%C3%BC'], targets: [] });
  expect(warnings).toEqual([]);
});

test('an address that is not known yet has the width of a number, and one that leads nowhere has none and a warning', async () => {
  const { texts, warnings } = await print(
    '<a href="entry:new">A</a> <a href="entry:nobody">B</a> <a class="own" href="entry:b">C</a>',
  );
  expect(texts[0]).toMatch(/^A \d\d B C$/);
  expect(warnings).toMatchObject([
    { code: 'REFERENCE_MISSING', message: expect.stringContaining('"entry:nobody"') },
    { code: 'REFERENCE_MISSING', message: expect.stringContaining('"entry:b"') },
  ]);
});

test('the places that others want are those of the printed pages', async () => {
  const html = '<h2 id="one">One</h2><h2 id="ü">Two  words</h2><p id="hidden" hidden>x</p>';
  const wanted = ['one', '%C3%BC', 'hidden', 'nobody'];
  const whole = await print(html, { wanted });
  expect(whole.entryLinks?.targets).toMatchObject([
    { fragment: 'one', page: 1, text: 'One' },
    { fragment: '%C3%BC', page: 2, text: 'Two words' },
  ]);
  const { entryLinks } = await print(html, { wanted }, { pageRanges: '2' });
  expect(entryLinks?.targets).toMatchObject([{ fragment: '%C3%BC', page: 1 }]);
});

test('a script that changes a number does not win', async () => {
  const script = `<script>addEventListener('beforeprint', () => {
    for (const { name } of [...document.links[0].attributes]) if (name !== 'href') document.links[0].setAttribute(name, '55');
  })</script>`;
  const job = {
    ...jobOf(`${STYLE}<a href="entry:b">A</a>${script}`),
    otherEntries: { places: PLACES, wanted: [] },
  };
  await expect(printer.print(job)).rejects.toMatchObject({
    faults: [{ kind: 'layout', detail: 'htmlContent: the number of "entry:b" was changed by a script' }],
  });
});

test.each([
  ['with a reference', STYLE],
  ['without one', '<meta charset="utf-8">'],
])('in a document that no merge with names has, such an address leads nowhere: %s', async (_, style) => {
  const job = jobOf(
    `${style}<a href="entry:b">A</a> <a href='ENTRY:c'>B</a> <a href="https://example.com/entry:d">C</a>`,
  );
  const printed = await printer.print(job);
  expect(await textsOf(printed)).toEqual(['A B C']);
  expect(printed.report).not.toHaveProperty('entryLinks');
  expect(printed.report.warnings).toMatchObject(
    ['b', 'c'].map((name) => ({
      code: 'REFERENCE_MISSING',
      message: expect.stringContaining(`"entry:${name}"`),
    })),
  );
  const links = await readPdf(printed.bytes, async (document) =>
    (await document.getPage(1)).getAnnotations(),
  );
  expect(new Set(links.map(({ url }) => url))).toEqual(new Set(['https://example.com/entry:d']));
  await expect(printer.print({ ...job, failOn: ['references'] })).rejects.toMatchObject({
    faults: [{ kind: 'references' }, { kind: 'references' }],
  });
});

test('the scheme of an address may be in capitals, and names may not', async () => {
  const { texts, entryLinks, warnings } = await print(
    '<a href="ENTRY:b">A</a> <a href=" Entry:b">B</a> <a href="entry:nobody">C</a>',
  );
  expect(texts).toEqual(['A 123 B 123 C']);
  expect(entryLinks?.addresses).toEqual(['entry:b', 'entry:nobody']);
  expect(warnings).toMatchObject([{ message: expect.stringContaining('"entry:nobody"') }]);
});

test('more places than a merge may refer to are refused', async () => {
  const links = Array.from({ length: 10_001 }, (_, index) => `<a href="entry:b#${index}"></a>`).join('');
  await expect(print(links)).rejects.toThrow('refers to more than 10,000 places in other entries');
});
