import { describe, expect, test } from 'vitest';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { bandOf, jobOf, sides } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const NAMES = ['Anvil', 'Beacon', 'Cedar'];

/** The chapters are in the wrong order until the script sorts them. Two of them are on one page. */
const book = (script: string, style = '') => `<!doctype html><style>
  body { counter-reset: chapter } h1 { counter-increment: chapter; string-set: title content(); bookmark-level: 1 }
  h1::before { content: counter(chapter) '#' }
  nav a::after { content: target-counter(attr(href), chapter) '#' target-text(attr(href)) '@' target-counter(attr(href), page) ';' }
  .note { float: footnote } .note::footnote-call { content: 'c' counter(footnote) } .note::footnote-marker { content: 'm' counter(footnote) }
  @page { margin: 20mm; @top-left { content: '[' string(title) '|' string(title, last) ']' } } ${style}</style>
  <nav>${NAMES.map((name) => `<a href="#${name}"></a>`).join('')}</nav>
  ${NAMES.toReversed()
    .map(
      (name) =>
        `<main data-name="${name}"><h1 id="${name}">${name}</h1><p>x<i class="note">of ${name}</i></main>`,
    )
    .join('')}
  <script>const sort = () => [...document.querySelectorAll('main')].sort((one, other) => one.dataset.name < other.dataset.name ? -1 : 1)
    .forEach((main) => document.body.append(main)); ${script}</script>`;

const ON_PRINT = `addEventListener('beforeprint', sort);`;

/** It puts the chapters back into the order of the HTML. */
const AND_BACK = `${ON_PRINT} addEventListener('afterprint', () => document.querySelectorAll('main').forEach((main) => document.querySelector('nav').after(main)), true);`;

describe.each([
  ['before each print', ON_PRINT],
  ['before each print, and puts them back after it', AND_BACK],
])('a script sorts the chapters %s', (_when, script) => {
  test('strings, counters, texts, notes, sections and bookmarks have the order of the print', async () => {
    const { bytes, document } = await printer.print(
      jobOf(book(script), {
        header: bandOf('<b class="sectionTitle"></b>'),
        outline: true,
        contentMargin: sides(0, { topMm: 20 }),
        documentMargin: true,
        preferCssPageSize: true,
      }),
    );
    const [text = ''] = await textsOf({ document });
    expect(text).toContain('[Anvil|Cedar]');
    expect(text).toContain('1#Anvil@1;2#Beacon@1;3#Cedar@1;');
    for (const [index, name] of NAMES.entries()) {
      expect(text).toMatch(new RegExp(`${index + 1}# ?${name}`));
      expect(text).toContain(`m${index + 1}of ${name}`);
    }
    expect(text).toMatch(/Anvil$/);
    const outline = await readPdf(bytes, (pdf) => pdf.getOutline());
    expect(outline?.map(({ title }) => title)).toEqual(NAMES);
  });

  test('blank pages stay before their chapters', async () => {
    const texts = await textsOf(
      await printer.print(jobOf(book(script, 'h1 { break-before: left } .note { display: none }'))),
    );
    expect(texts.map((text) => /\d# ?(\w+) x/.exec(text)?.[1] ?? '')).toEqual([
      '',
      'Anvil',
      '',
      'Beacon',
      '',
      'Cedar',
    ]);
    expect(texts[0]).toContain('1#Anvil@2;2#Beacon@4;3#Cedar@6;');
  });
});

test.each([
  [
    'the number of a reference',
    `const box = document.querySelector('.ref'), [name] = box.getAttributeNames().filter((own) => box.getAttribute(own) === '2');
    const set = (value) => box.setAttribute(name, value);`,
  ],
  ['an own number', `const set = (value) => { document.querySelector('h1 b').textContent = value };`],
  [
    'a list of pages',
    `const set = (value) => { document.querySelector('.pageNumbers a').textContent = value };`,
  ],
  [
    'the number of the last page',
    `const set = (value) => { document.querySelector('.totalPages').textContent = value };`,
  ],
])(
  'a document fails if a script prints another text as %s, and puts it back after the print',
  async (_what, script) => {
    const html = (
      events: string,
    ) => `<!doctype html><style>.ref::after { content: target-counter(attr(href), page) }</style>
    <a class="ref" href="#a">page </a><p class="pageNumbers"><a href="#a"></a></p><p>of <b class="totalPages"></b></p>
    <h1 id="a" style="break-before: page">Own <b class="pageNumber"></b></h1><script>${events}</script>`;
    const swap = `addEventListener('beforeprint', () => { ${script} set('77'); globalThis.set = set });
    addEventListener('afterprint', () => globalThis.set('2'), true);`;
    expect(await textsOf(await printer.print(jobOf(html(''))))).toEqual(['page 2 2 of 2', 'Own 2']);
    await expect(printer.print(jobOf(html(swap)))).rejects.toMatchObject({ faults: [{ kind: 'layout' }] });
  },
);

const REFERRED = `<!doctype html><style>a::after { content: ' p. ' target-counter(attr(href), page) ', ' target-text(attr(href)) } h1 { break-before: page }</style>
  <div><a href="#one">see</a></div><h1 id="one">One</h1><h1 id="two">Two</h1>`;

test.each([
  ['changes the address of a reference', `document.querySelector('a').href = '#two'`, 'see p. 3, Two'],
  [
    'changes an address and puts it back',
    `const a = document.querySelector('a'); a.href = '#two'; addEventListener('afterprint', () => { a.href = '#one' }, { once: true })`,
    'see p. 3, Two',
  ],
  [
    'adds a reference',
    `document.querySelector('div').innerHTML += ' <a href="#two">and</a>'; removeEventListener('beforeprint', change)`,
    'see p. 2, One and p. 3, Two',
  ],
  ['makes a reference lead nowhere', `document.querySelector('a').href = '#none'`, 'see p. ,'],
])('a number is that of the address as it is printed: a script %s', async (_what, change, expected) => {
  const html = `${REFERRED}<script>addEventListener('beforeprint', function change() { ${change} })</script>`;
  expect(await textsOf(await printer.print(jobOf(html)))).toEqual([expected, 'One', 'Two']);
});

test('a document fails if each print gets a new reference', async () => {
  const script = `addEventListener('beforeprint', () => { document.querySelector('div').innerHTML = '<a href="#two">new</a>' })`;
  const html = `${REFERRED}<script>${script}</script>`;
  const fault = { kind: 'layout', detail: 'htmlContent: the address of a reference was changed by a script' };
  await expect(printer.print(jobOf(html))).rejects.toMatchObject({ faults: expect.arrayContaining([fault]) });
});

test('the text of a reference has the number in its target', async () => {
  const html = `<!doctype html><style>a::after { content: target-text(attr(href)) }</style><a href="#a"></a>
    <h1 id="a" style="break-before: page">Page <b class="pageNumber"></b></h1>`;
  expect(await textsOf(await printer.print(jobOf(html)))).toEqual(['Page 2', 'Page 2']);
});

test.each([
  [
    'changes a sum',
    `const [cell] = document.querySelectorAll('[data-carry-sum]'); const before = cell.textContent; cell.textContent = '77'; back = () => { cell.textContent = before };`,
  ],
  [
    'swaps two rows',
    `const rows = document.querySelectorAll('.row'); rows[9].before(rows[69]); back = () => rows[68].after(rows[69]);`,
  ],
  [
    'removes a row',
    `const rows = document.querySelectorAll('.row'); rows[9].remove(); back = () => rows[8].after(rows[9]);`,
  ],
])('a document with carried sums fails if a script %s for the print', async (_what, script) => {
  const rows = Array.from(
    { length: 80 },
    (_, index) => `<tr class="row"><td>${index}<td data-carry="${index}">${index}`,
  );
  const html = (
    change: string,
  ) => `<!doctype html><table><template data-carried-forward><tr><td>Sum<td data-carry-sum></template>
    <tbody>${rows.join('')}</table><script>let back; addEventListener('beforeprint', () => { ${change} }); addEventListener('afterprint', () => back?.())</script>`;
  const [first = ''] = await textsOf(await printer.print(jobOf(html(''))));
  expect(first).toMatch(/Sum \d+$/);
  await expect(printer.print(jobOf(html(script)))).rejects.toMatchObject({ faults: [{ kind: 'layout' }] });
});
