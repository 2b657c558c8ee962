import { describe, expect, test } from 'vitest';
import { makeNotedDocument } from './support/footnote-documents.ts';
import { findNoteProblems } from './support/footnotes.ts';
import { jobOf } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const documentOf = (body: string, style = ''): string =>
  `<!doctype html><style>body { margin: 0 } .fn { float: footnote } ${style}</style>${body}`;

const KINDS = ['chapters on right pages', 'a table over pages', 'columns', 'floats that are cleared'];

/** Chromium prints them otherwise than it lays them out in the window. */
const MOVED_KINDS = ['a line that is wider than the page', 'a body that is transformed'];

const CHECKED = [...MOVED_KINDS, ...typical(KINDS, 2)];

test.each(CHECKED)('each note is at the foot of the page of its call: %s', LONG, async (name) => {
  const noted = makeNotedDocument(name, 1);
  const printed = await printer.print(jobOf(noted.html, noted.changes));
  expect(await findNoteProblems(noted, printed)).toEqual([]);
});

test.each([
  ':empty { display: none }',
  ':not(html) { max-width: 30em; margin: 0 }',
  '* { float: none !important; min-height: 0 !important; height: auto !important }',
])('rules for all elements leave the space for notes as it is: %s', async (css) => {
  const { html, ...noted } = makeNotedDocument('paragraphs', 1);
  const ruled = { ...noted, html: html.replace('</style>', `${css}</style>`) };
  const printed = await printer.print(jobOf(ruled.html));
  expect(await findNoteProblems(ruled, printed)).toEqual([]);
});

test('a note has a call, a marker, and a line above it', async () => {
  const html = documentOf(
    '<p>one<span class="fn">The <i>first</i>.</span> two<span class="fn">The second.</span> end',
    '@page { @footnote { border-top: 2mm solid red } }',
  );
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('one 1 two 2 end 1. The first. 2. The second.');
  const line = await document.box(1, [255, 0, 0]);
  expect(line?.heightMm).toBeCloseTo(2, 0);
  expect(line?.widthMm).toBeCloseTo(190, 0);
  const note = await document.find(1, 'The second');
  expect(note.yMm).toBeGreaterThan(280);
  expect((await document.find(1, 'two')).fontPoints).toBeGreaterThan(
    (await document.find(1, '2')).fontPoints,
  );
  // The first print was right.
  expect(Object.keys(report.phases)).toEqual(['load', 'print', 'finish']);
});

variation('without a rule, there is a thin line above the notes', async () => {
  const html = documentOf('<p style="color: #ccc">one<span class="fn">note</span>');
  const { document } = await printer.print(jobOf(html));
  const { width, data } = await document.pixels(1);
  const isDark = (y: number) => [300, 1000, 1700].every((x) => (data[(y * width + x) * 4] ?? 255) < 160);
  const rows = Array.from({ length: 400 }, (_, index) => 2500 + index).filter(isDark);
  expect(rows.length).toBeGreaterThanOrEqual(1);
  expect(rows.length).toBeLessThan(8);
});

test('numbers restart, and have the styles of the document', async () => {
  const html = documentOf(
    '<section>a<i class="fn">one</i> b<i class="fn">two</i></section><section>c<i class="fn">three</i></section>',
    `section { counter-reset: footnote }
     .fn::footnote-call { content: '(' counter(footnote, lower-alpha) ')' }
     ::footnote-marker { content: counter(footnote, upper-roman) ') ' }`,
  );
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('a (a) b (b) c (a) I) one II) two I) three');
});

test.each(['h2', 'section'])('a call and its note have one number after a reset by %s', async (resetting) => {
  const note = (text: string) => `<i class="fn">${text}</i>`;
  const html = documentOf(
    `<section><h2>One</h2><p>a${note('n1')} b${note('n2')}</p></section><section><h2>Two</h2><p>c${note('n3')}</p></section><p>d${note('n4')}</p>`,
    `${resetting} { counter-reset: footnote }`,
  );
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('One a 1 b 2 Two c 1 d 2 1. n1 2. n2 1. n3 2. n4');
});

test('a reset of the numbers by page has no effect, and the report says so', async () => {
  const html = documentOf('<p>a<i class="fn">one</i>', '@page { counter-reset: footnote }');
  const { report } = await printer.print(jobOf(html));
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'Some CSS for pages has no effect: `counter-reset: footnote (in @page)`.',
  ]);
});

test('in vertical writing, notes stay in their text, and the report says so', async () => {
  const html = documentOf('<p>a<i class="fn">one</i> b', 'body { writing-mode: vertical-rl }');
  const { document, report } = await printer.print(jobOf(html));
  expect(await textsOf({ document })).toEqual(['a one b']);
  expect(report.warnings.map(({ message }) => message)).toEqual([
    'Some CSS for pages has no effect: `float: footnote (in vertical writing)`.',
  ]);
});

test('a document cannot write the numbers of its notes', async () => {
  const html = documentOf(`<p>a<i class="fn">one</i><script>
    addEventListener('beforeprint', () => {
      for (const element of document.querySelectorAll('*'))
        for (const { name, value } of element.attributes) if (/^data-/.test(name) && value === '1') element.setAttribute(name, '77');
    })</script>`);
  const printed = printer.print(jobOf(html));
  await expect(printed).rejects.toMatchObject({ faults: [{ kind: 'layout' }] });
});

test('a call on the last line of a page moves with its note', async () => {
  const lines = Array.from(
    { length: 120 },
    (_, index) => `<p>line ${index}${index % 9 === 0 ? '<i class="fn">note</i>' : ''}`,
  );
  const html = documentOf(lines.join(''), 'p { margin: 0; line-height: 10mm }');
  for (const text of await textsOf(await printer.print(jobOf(html))))
    expect(text.match(/\d\. note/g) ?? []).toHaveLength(
      [...text.matchAll(/line (\d+)/g)].filter(([, line]) => Number(line) % 9 === 0).length,
    );
});

variation('backgrounds and borders end above the notes', async () => {
  const html = documentOf(
    `<div style="background: #0f0; border: 2mm solid #0f0">${'<p>text '.repeat(60)}<i class="fn">note</i>${'<p>text '.repeat(60)}</div>`,
  );
  const { document } = await printer.print(jobOf(html));
  const texts = await textsOf({ document });
  const page = texts.findIndex((text) => text.includes('note')) + 1;
  const { yMm } = await document.find(page, 'note');
  const box = await document.box(page, [0, 255, 0]);
  expect((box?.topMm ?? Infinity) + (box?.heightMm ?? 0)).toBeLessThan(yMm);
});

variation('a note in the head of a table, and one in another note, stay in their text', async () => {
  const html = documentOf(
    '<table><thead><tr><th>head <b class="fn">in the head</b></thead><tr><td>cell<b class="fn">note <b class="fn">inner</b></b></table>',
  );
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('head in the head cell 1 1. note inner');
});

test('references lead to notes, and notes have references', async () => {
  const html = documentOf(
    `<p>see <a href="#n">page</a></p><p style="break-before: page">text<span class="fn" id="n">note of <a href="#top">top</a></span><h1 id="top" style="break-before: page">top</h1>`,
    `a::after { content: ' ' target-counter(attr(href), page) }`,
  );
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('see page 2');
  expect(await document.text(2)).toBe('text 1 1. note of top 3');
});

test('a note with an id and only a text is printed, and a reference shows its page', async () => {
  const html = documentOf(
    `<p>see <a href="#n1">page</a></p><p style="break-before: page">f<span class="fn" id="n1">Note</span> g<span class="fn" id="n2">Other</span>.`,
    `a::after { content: ' ' target-counter(attr(href), page) }`,
  );
  const texts = await textsOf(await printer.print(jobOf(html)));
  expect(texts).toEqual(['see page 2', 'f 1 g 2 . 1. Note 2. Other']);
});

variation('notes are printed in forms whose fields hide the properties of the form', async () => {
  const names = ['style', 'localName', 'getClientRects', 'getBoundingClientRect', 'setAttribute'];
  const fields = names.map((name) => `<input name="${name}" value="">`).join('');
  const html = documentOf(
    `<form style="break-before: page; clear: both; overflow: hidden; height: 40px">${fields}a<i class="fn">one</i></form>
     <form style="display: grid">${fields}<p>b<i class="fn">two</i></form><form class="fn">${fields}three</form>`,
  );
  const texts = await textsOf(await printer.print(jobOf(html)));
  expect(texts.join(' ')).toMatch(/1\. one 2\. two 3\. three$/);
});

variation('with page ranges, notes have the numbers of the whole document', async () => {
  const html = documentOf(`<p>a<i class="fn">one</i><p style="break-before: page">b<i class="fn">two</i>`);
  const { document } = await printer.print(jobOf(html, { pageRanges: '2' }));
  expect(await document.text(1)).toBe('b 2 2. two');
});

describe('what cannot be printed', () => {
  test('a note that is higher than a page', async () => {
    const html = documentOf(`<p>a<span class="fn">${'word '.repeat(5_000)}</span>`);
    await expect(printer.print(jobOf(html))).rejects.toMatchObject({
      faults: [expect.objectContaining({ kind: 'layout', detail: expect.stringContaining('footnote') })],
    });
  });

  variation('notes whose calls stay where they are, after a number of layouts', async () => {
    const html = documentOf(
      `<div style="position: absolute; top: 275mm">${'a<i class="fn">note</i>'.repeat(20)}</div>`,
    );
    await expect(printer.print(jobOf(html))).rejects.toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({ kind: 'layout', detail: expect.stringContaining('footnote') }),
      ]),
    });
  });

  variation('too many notes', async () => {
    const html = documentOf('<p>a<i class="fn">b</i>'.repeat(2_001));
    await expect(printer.print(jobOf(html))).rejects.toMatchObject({
      detail: expect.stringMatching(/more than 2,000 footnotes/),
    });
  });
});

variation('a heading stays with the text that the notes push to the next page', async () => {
  const words = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(6);
  const sections = Array.from(
    { length: 40 },
    (_, index) => `<h3>part <b>${index}</b></h3><p>text${index} ${words}<i class="fn">note ${index}</i></p>`,
  );
  const html = documentOf(
    `<h2>one</h2><h2 class="right">two</h2>${sections.join('')}`,
    '@page { size: A5; margin: 20mm } h2, h3 { break-after: avoid } .right { break-before: right } .fn { font-size: 8pt }',
  );
  const texts = await textsOf(await printer.print(jobOf(html, { preferCssPageSize: true })));
  const pagesOf = (pattern: RegExp) =>
    texts.flatMap((text, page) => Array.from(text.matchAll(pattern), ([, index]) => `${index} on ${page}`));
  expect(pagesOf(/part (\d+)/g)).toEqual(pagesOf(/text(\d+)/g));
  expect(pagesOf(/text(\d+)/g)).toHaveLength(40);
});
