import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { assemble, printPages } from '../support/assembling.ts';
import { ASYNC, expectAccepted, jobIn } from '../support/jobs.ts';
import { inspectDocument } from '../support/pdf.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';

/** Three pages. */
const TERMS = (await readFile(inProject('packages/pdf/test/fixtures/three-pages.pdf'))).toString('base64');

const STYLE = `<style>
  body { font: 12px/20px sans-serif } a { display: block; color: inherit }
  a::after { content: ' is on ' target-counter(attr(href), page) ';' }
  .title::before { content: target-text(attr(href)) } .roman::after { content: ' is on ' target-counter(attr(href), page, lower-roman) ';' }
</style>`;

const link = (href: string, text: string, className = ''): string =>
  `<a class="${className}" href="entry:${href}">${text}</a>`;

const chapters = Array.from({ length: 90 }, (_, index) => index + 1);

/** More than a page, so the numbers of what follows depend on its length. */
const CONTENTS = `${STYLE}<h1>Contents</h1>${chapters.map((n) => link(`report#c${n}`, `Chapter ${n}`)).join('')}
  ${link('terms', '', 'title')}${link('terms#page=3', 'Terms, the last page')}${link('annex', '', 'title')}
  ${link('annex#%C3%BCber', '', 'title')}${link('annex', 'Annex', 'roman')}`;

const REPORT = `${STYLE}${chapters
  .map((n) => `<h2 id="c${n}">Begin ${n}.</h2>${'<p>Text</p>'.repeat((n * 7) % 23)}`)
  .join('')}<p>${link('annex#über', 'Further')}</p>`;

const ANNEX = `${STYLE}<div style="height: 300mm">Annex</div><h2 id="über">Overview</h2>${link('report#c40', 'Chapter 40')}
  ${link('contents', 'Back')}`;

interface Link {
  readonly page: number;
  readonly target: number;
}

/** The texts of the pages, and where links lead. Pages are from 1. */
async function readMerged(url: string) {
  return readPdf((await send(url)).bytes, async (document) => {
    const links: Link[] = [];
    for (let page = 1; page <= document.numPages; page += 1)
      for (const { dest, url: address } of await (await document.getPage(page)).getAnnotations()) {
        // The uploaded PDF has links of its own.
        if (address?.startsWith('https:')) continue;
        const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
        if (!Array.isArray(place)) throw new Error(`A link of page ${page} leads nowhere`);
        links.push({ page, target: (await document.getPageIndex(place[0])) + 1 });
      }
    const { pages } = await inspectDocument(document);
    return { texts: pages.map(({ text }) => text), links };
  });
}

/** The numbers that the document prints, by the text before them. */
const readNumbers = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    Array.from(texts.join(' ').matchAll(/(\S[^;]*?) is on (\w*) ?;/g), ([, text = '', number = '']) => [
      text.replace(/^.*Contents /, ''),
      number,
    ]),
  );

const DOSSIER = [
  { name: 'contents', htmlContent: CONTENTS },
  { name: 'report', htmlContent: REPORT },
  { name: 'terms', pdf: TERMS, bookmark: 'Our terms' },
  { name: 'annex', htmlContent: ANNEX, filename: 'The annex' },
];

describe('the entries of a merge that have names', () => {
  test('refer to the pages of each other, and their links lead there', async () => {
    const tenant = await Tenant.create();
    const answer = await assemble(tenant, 'merge', { entries: DOSSIER, options: { report: true } });
    const { data, usage } = expectGenerated(answer);
    expect(usage.quotaUsed).toBe(1);
    const { report } = JSON.parse(answer.text);
    expect(
      report.entries.map(({ index, warnings }: { index: number; warnings: unknown }) => [index, warnings]),
    ).toEqual([
      [0, []],
      [1, []],
      [3, []],
    ]);
    const { texts, links } = await readMerged(data.url);
    const numbers = readNumbers(texts);
    const pageOf = (text: string) => texts.findIndex((page) => page.includes(text)) + 1;
    expect(pageOf('Begin 1.')).toBeGreaterThan(2);
    const wrong = chapters.filter((n) => numbers.get(`Chapter ${n}`) !== `${pageOf(`Begin ${n}.`)}`);
    expect(wrong).toEqual([]);
    const annex = texts.length - 1;
    expect(Object.fromEntries([...numbers].slice(chapters.length))).toMatchObject({
      'Our terms': `${annex - 3}`,
      'Terms, the last page': `${annex - 1}`,
      'The annex': `${annex}`,
      Overview: `${annex + 1}`,
    });
    expect(numbers.get('Chapter 40')).toBe(`${pageOf('Begin 40.')}`);
    expect(links.slice(0, chapters.length).map(({ target }) => target)).toEqual(
      chapters.map((n) => pageOf(`Begin ${n}.`)),
    );
    expect(links.at(-1)).toEqual({ page: annex + 1, target: 1 });
  });

  test('have the numbers of the merge, which its header and footer show too', async () => {
    const tenant = await Tenant.create();
    const footer = { content: 'Page <span class="pageNumber"></span>', height: 15 };
    const { fileId } = await printPages(tenant, 'one', 3);
    const entries = [
      { fileId },
      {
        name: 'two',
        htmlContent: '<h1 style="break-after: page">Two</h1><h1 id="x">Last</h1>',
        options: { firstPageNumber: 90 },
      },
      { htmlContent: `${STYLE}${link('two#x', 'Last')}${link('two#x', 'Roman', 'roman')}` },
    ];
    const answer = await assemble(tenant, 'merge', { entries, options: { footer, firstPageNumber: 11 } });
    const { texts } = await readMerged(expectGenerated(answer).data.url);
    expect(texts[4]).toMatch(/^Last ?Page 15$/);
    expect(texts[5]).toMatch(/Last is on 15;.*Roman is on xv;.*Page 16/);
  });

  test('refer to nothing with a warning of the entry, or fail with its name', async () => {
    const tenant = await Tenant.create();
    const addresses = ['nobody', 'two#nothing', 'terms#page=4', 'terms#terms'];
    const entries = [
      { name: 'two', htmlContent: '<p>Two' },
      { htmlContent: `${STYLE}${addresses.map((address) => link(address, address)).join('')}` },
      { name: 'terms', pdf: TERMS },
    ];
    const answer = await assemble(tenant, 'merge', { entries, options: { report: true } });
    expect(expectGenerated(answer).data.fileId).toBeDefined();
    const { warnings } = JSON.parse(answer.text).report.entries[1];
    expect(warnings).toEqual(
      addresses.map((address) => ({
        code: 'REFERENCE_MISSING',
        field: 'htmlContent',
        message: expect.stringContaining(`"entry:${address}"`),
      })),
    );
    const refused = await assemble(tenant, 'merge', { entries, options: { failOn: ['references'] } });
    const { message, details = [] } = expectRefusal(refused, 'REFERENCES_UNPROVEN');
    expect(message).toMatch(/^entries\[1\]: /);
    expect(details[0]).toContain('"entry:nobody"');
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('whose length depends on their own numbers are refused, and cost nothing', async () => {
    const tenant = await Tenant.create();
    // On page 2, the reference makes two pages of the entry, and on page 3 one.
    const style = `<style>@counter-style wide { system: fixed 2; symbols: "${'wide '.repeat(190)}" "3" "4" }
      a::after { font-size: 60px; content: target-counter(attr(href), page, wide) }</style>`;
    const entries = [
      { name: 'first', htmlContent: `${style}${link('second', '')}` },
      { name: 'second', htmlContent: '<p>Second' },
    ];
    const refused = await assemble(tenant, 'merge', { entries });
    const { message, details = [] } = expectRefusal(refused, 'LAYOUT_UNSTABLE');
    expect(message).toMatch(/^entries\[0\]: /);
    expect(details).toEqual([
      expect.stringMatching(
        /^entries\[0\]\.htmlContent: "entry:second" was printed with the page number \d and has the page number \d$/,
      ),
    ]);
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test.each([
    [
      [
        { name: 'a', htmlContent: 'x' },
        { name: 'a', pdf: TERMS },
      ],
      'entries[1].name: is the name of entries[0] too',
    ],
    [[{ name: 'a b', htmlContent: 'x' }, { pdf: TERMS }], 'entries[0].name: '],
  ])('have names that are valid and no other entry has', async (entries, problem) => {
    const tenant = await Tenant.create();
    const { details = [] } = expectRefusal(await assemble(tenant, 'merge', { entries }), 'VALIDATION_ERROR');
    expect(details).toEqual([expect.stringContaining(problem)]);
  });

  test('are printed by a job, and from templates', async () => {
    const tenant = await Tenant.create();
    const { id } = await tenant.putTemplate(
      'toc',
      `${STYLE}{{#each parts}}<a href="entry:{{key}}">{{title}}</a>{{/each}}`,
    );
    const parts = [
      { key: 'a', title: 'First' },
      { key: 'b', title: 'Second' },
    ];
    const entries = [
      { templateId: id, templateData: { parts } },
      { name: 'a', htmlContent: '<p style="break-after: page">a</p><p>a</p>' },
      { name: 'b', markdown: '# B' },
    ];
    const accepted = expectAccepted(await assemble(tenant, 'merge', { entries }, ASYNC));
    const job = await jobIn(tenant, accepted.jobId, 'succeeded');
    const { texts } = await readMerged(job.file?.url ?? '');
    expect(texts[0]).toMatch(/^First is on 2; ?Second is on 4;$/);
  });
});
