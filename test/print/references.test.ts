import { describe, expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { type Printed, textsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const TOC = `<style>
  body { margin: 0 }
  nav a { display: block }
  nav a::after { content: leader('.') target-counter(attr(href), page) }
  h2 { break-before: page }
</style>`;

interface Chapter {
  readonly id: string;
  readonly title: string;
}

const bookOf = (chapters: readonly Chapter[], { style = TOC } = {}): string =>
  `<!doctype html>${style}<nav>${chapters.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}</nav>` +
  chapters.map(({ id, title }) => `<h2 id="${id}">${title} begins</h2><p>Text`).join('');

const chaptersOf = (count: number): Chapter[] =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, title: `Chapter ${index} of all` }));

async function expectTrue(printed: Printed, chapters: readonly Chapter[]): Promise<void> {
  const texts = await textsOf(printed);
  for (const { title } of chapters) {
    const page = texts.findIndex((text) => text.includes(`${title} begins`)) + 1;
    const contents = texts.join(' ');
    const [, number] = new RegExp(`${title}[. ]*(\\d+)`).exec(contents) ?? [];
    expect(Number(number), title).toBe(page);
  }
}

test('a table of contents has the pages of its chapters', async () => {
  const chapters = chaptersOf(12);
  await expectTrue(await printer.print(jobOf(bookOf(chapters))), chapters);
});

test('comments in a value do not count', async () => {
  const style = TOC.replace(
    "('.') target-counter(attr(href), ",
    "('.') /* it's */ target-counter(attr(href), /* ) */ ",
  );
  const chapters = chaptersOf(2);
  await expectTrue(await printer.print(jobOf(bookOf(chapters, { style }))), chapters);
});

variation('a table of contents that takes several pages, and grows by one, has them too', async () => {
  const chapters = chaptersOf(150);
  await expectTrue(await printer.print(jobOf(bookOf(chapters))), chapters);
});

/** Ids as HTML writes them, and links to them. */
const IDS: readonly (readonly [id: string, href: string])[] = [
  ['a b', '#a b'],
  ['c d', '#c%20d'],
  ['größe', '#größe'],
  ['höhe', '#h%C3%B6he'],
  ['u\u{308}', '#u\u{308}'],
  ['\u{fc}', '#\u{fc}'],
  ['日本', '#日本'],
  ['😀', '#😀'],
  ['100%', '#100%'],
  ['50%', '#50%25'],
  ['%', '#%'],
  ['%zz', '#%zz'],
  ['%E4', '#%E4'],
  ['%41', '#%41'],
  ['A', '#A'],
  ['a', '#a'],
  ['e%20f', '#e%20f'],
  ['g%20h', '#g%2520h'],
  ['a&quot;b', '#a&quot;b'],
  ['(a)/[b]', '#(a)/[b]'],
  ['(', '#('],
  ['x\\y', '#x\\y'],
  ['<b>', '#&lt;b&gt;'],
  ['a+b#c?d=e', '#a+b#c?d=e'],
  ['1', '#1'],
  ['top', '#top'],
  ['constructor', '#constructor'],
  ['__proto__', '#__proto__'],
  ['ü'.repeat(300), `#${'ü'.repeat(300)}`],
];

test('ids may have spaces, umlauts, percent signs and other characters', async () => {
  const links = IDS.map(([, href], index) => `<a href="${href}">E${index}</a> `).join('');
  const headings = IDS.map(([id], index) => `<h2 id="${id}">T${index}</h2>`).join('');
  const style = `<style>h2 { break-before: page } a::after { content: ':' target-counter(attr(href), page) ';' }</style>`;
  const { document, report } = await printer.print(jobOf(`<!doctype html>${style}${links}${headings}`));
  expect(report.warnings).toEqual([]);
  const numbers = Array.from((await document.text(1)).matchAll(/E\d+:(\d*);/g), ([, number]) =>
    Number(number),
  );
  expect(numbers).toEqual(IDS.map((_, index) => index + 2));
});

describe('values', () => {
  const refer = (content: string, more = ''): string =>
    `<!doctype html><style>
      @counter-style stars { system: symbolic; symbols: '*' }
      body { counter-reset: chapter } h2 { break-before: page; counter-increment: chapter }
      h2::before { content: 'Chapter ' counter(chapter, upper-roman) ': ' }
      ol { counter-reset: item } li { counter-increment: item }
      p::after { content: '[' ${content} ']' } ${more}
    </style><p data-to="#two" class="x"></p><h2>One</h2><h2 id="two">The “second” one</h2><ol><li><ol><li><li id="deep">Deep</ol></ol>`;

  test.each(
    typical(
      [
        ['target-counter(attr(data-to), page)', '[3]'],
        ['target-counter(attr(data-to), page, lower-roman)', '[iii]'],
        ['target-counter(attr(data-to url), page, stars)', '[***]'],
        ['target-counter(attr(data-to), chapter)', '[2]'],
        ['target-counters(attr(data-to), page, ".", lower-roman)', '[iii]'],
        ['TARGET-COUNTER(ATTR(data-to), page)', '[3]'],
        ['target-text(attr(data-to))', '[The “second” one]'],
        ['target-text(attr(data-to), before)', '[Chapter II: ]'],
        ['target-text(attr(data-to), first-letter)', '[T]'],
        [
          'target-counter(attr(data-to), page) " of " target-text(attr(data-to), content)',
          '[3 of The “second” one]',
        ],
        ['target-counter(attr(data-none, "#two"), page)', '[]'],
      ],
      5,
    ),
  )('%s is %s', LONG, async (content, expected) => {
    const { document } = await printer.print(jobOf(refer(content)));
    expect(await document.text(1)).toBe(expected);
  });

  test.each(typical(['lower-toString', 'upper-constructor'], 1))(
    'the unknown style %s is decimal',
    LONG,
    async (style) => {
      const { document } = await printer.print(
        jobOf(refer(`target-counters(attr(data-to), chapter, ".", ${style})`)),
      );
      expect(await document.text(1)).toBe('[2]');
    },
  );

  test('of nested counters', async () => {
    const html = refer('target-counters(attr(data-to), item, ".")').replace('#two', '#deep');
    const { document } = await printer.print(jobOf(html));
    expect(await document.text(1)).toBe('[1.2]');
  });
});

test('a leader fills the line also before a text', async () => {
  const html = `<!doctype html><style>a::after { content: leader('.') target-text(attr(href)) }</style><a href="#x">a</a><h2 id="x">b</h2>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toMatch(/^a ?\.{20,}b b$/);
});

test('a leader with an unknown keyword is empty', async () => {
  const html = bookOf([{ id: 'x', title: 'One' }], { style: TOC.replace("'.'", 'constructor') });
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('One2');
});

test.each(['constructor', '__proto__'])('the id %s of an element without a box is named', async (id) => {
  const hidden = `${TOC}<nav><a href="#${id}">One</a></nav><p id="${id}" style="display: none">x`;
  const { report } = await printer.print(jobOf(hidden));
  expect(report.warnings).toEqual([
    expect.objectContaining({ code: 'REFERENCE_MISSING', message: expect.stringContaining(`"#${id}"`) }),
  ]);
});

test('names of fields do not hide the properties of their form', async () => {
  const names = ['id', 'children', 'parentElement', 'previousSibling', 'checkVisibility', 'before'];
  const html = `<!doctype html><style>
    p::after { content: '[' target-counter(attr(data-to), page) target-counter(attr(data-to), chapter) ']' }
    form { break-before: right } h2 { counter-increment: chapter }</style>
    <p data-to="#form"></p><h2>One</h2><form id="form">${names.map((name) => `<input name="${name}">`).join('')}<h2>Two</h2></form>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('[31] One');
  expect(document.pageCount).toBe(3);
});

variation('names of fields do not hide the functions of a form that is a link', async () => {
  const names = [
    'getAttribute',
    'setAttribute',
    'textContent',
    'querySelectorAll',
    'append',
    'getClientRects',
  ];
  const fields = names.map((name) => `<input name="${name}">`).join('');
  const html = `<!doctype html><style>form::after { content: target-counter(attr(href), page) leader('.') } h2 { break-before: page }</style>
    <form href="#t">${fields}</form><form class="totalPages"></form><h2 id="t">Two</h2>`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toMatch(/^2/);
  expect(document.pageCount).toBe(2);
  expect(report.warnings).toEqual([]);
});

const EMPTY = '<!doctype html><style>h2 { break-before: page }</style>';

variation('empty elements get the number of their page and the last number', async () => {
  const html = `${EMPTY}<p>a<span class="pageNumber"></span> of <b class="totalPages"></b><p class="pageNumber">own</p>
    <h2>Two</h2><h2>Three <i class="x pageNumber"></i></h2>`;
  const { document } = await printer.print(jobOf(html));
  expect([await document.text(1), await document.text(3)]).toEqual(['a1 of 3 own', 'Three 3']);
});

test('numbers begin with the first page number, and pages that are not printed count', async () => {
  const html = `${TOC}<nav><a href="#x">One</a></nav><h2>A</h2><h2 id="x">B <i class="pageNumber"></i>/<i class="totalPages"></i></h2>`;
  const { document } = await printer.print(jobOf(html, { firstPageNumber: 7, pageRanges: '1,3' }));
  expect(document.pageCount).toBe(2);
  expect((await document.text(1)).replaceAll(/[. ]+/g, ' ')).toBe('One 9');
  expect(await document.text(2)).toBe('B 9/9');
});

test('an element without a box has no number, and one without its own box has that of its content', async () => {
  const html = `${TOC}<nav><a href="#none">None</a><a href="#inside">Inside</a><a href="#gone">Gone</a><a href="#text">Text</a></nav>
    <p id="none" style="display: none">x</p><h2>Two</h2><div id="inside" style="display: contents"><h2>Three</h2></div>
    <div id="text" style="display: contents">only text</div>`;
  const { document, report } = await printer.print(jobOf(html));
  expect((await document.text(1)).replaceAll(/[. ]+/g, ' ')).toBe('None Inside 3 Gone Text 3');
  expect(report.warnings.filter(({ code }) => code !== 'DEAD_LINKS')).toEqual([
    expect.objectContaining({ code: 'REFERENCE_MISSING', message: expect.stringContaining('"gone"') }),
    expect.objectContaining({ code: 'REFERENCE_MISSING', message: expect.stringContaining('"#none"') }),
  ]);
});

test.each([
  'target-counter(attr(href), page)',
  'target-counter(attr(href), chapter)',
  'target-text(attr(href))',
])('%s warns of an id that no element has, once, and only where it is printed', async (content) => {
  const links = ['nav', 'nav', 'p', 'nav hidden'].map(
    (tag, index) => `<${tag}><a href="#nope${index < 2 ? '' : index}">x</a></${tag.split(' ')[0]}>`,
  );
  const html = `<!doctype html><style>nav a::after { content: ${content} }</style>${links.join('')}<nav><a href="#">x</a><a href="https://example.com/#x">x</a></nav>`;
  const message = 'No element has the id "nope". A reference to it prints nothing.';
  const { report } = await printer.print(jobOf(html));
  expect(report.warnings.filter(({ code }) => code !== 'DEAD_LINKS')).toEqual([
    expect.objectContaining({ code: 'REFERENCE_MISSING', message }),
  ]);
  await expect(printer.print(jobOf(html, { failOn: ['references'] }))).rejects.toMatchObject({
    faults: [{ kind: 'references', detail: message }],
  });
});

test('a number that would be printed on several pages is left out, with a warning', async () => {
  const html = `${EMPTY}<div style="position: fixed; bottom: 0">fixed<i class="pageNumber"></i></div>
    <table><thead><tr><th>head<i class="pageNumber"></i></thead><tr><td>x</table><h2>Two</h2>`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(2)).toBe('Two fixed');
  expect(report.warnings).toEqual([expect.objectContaining({ code: 'REFERENCE_REPEATED' })]);
});

test.each(
  typical(
    [
      ['@media print', (rule: string) => `<style>@media print { ${rule} }</style>`],
      [
        'a layer, nested',
        (rule: string) => `<style>@layer a { nav { ${rule.replace('nav a', '& a')} } }</style>`,
      ],
      ['an important rule', (rule: string) => `<style>${rule.replace('page)', 'page) !important')}</style>`],
      [
        'an adopted style sheet',
        (rule: string) =>
          `<script>const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(rule)}); document.adoptedStyleSheets = [sheet]</script>`,
      ],
      [
        'an imported style sheet',
        (rule: string) => `<style>@import url("data:text/css,${encodeURIComponent(rule)}")</style>`,
      ],
      [
        'a linked style sheet',
        (rule: string) => `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(rule)}">`,
      ],
    ],
    3,
  ),
)('a rule in %s', LONG, async (_, toStyles) => {
  const styles = toStyles('nav a::after { content: " p. " target-counter(attr(href), page) }');
  const html = `<!doctype html><body>${styles}<nav><a href="#x">One</a></nav><h2 id="x" style="break-before: page">One</h2>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('One p. 2');
});

const SHADOW_TREE =
  '<style>a::after { content: target-counter(attr(href), page) }</style><a href="#x">One </a>';

test.each(
  typical(
    [
      ['the HTML', `<nav><template shadowrootmode="open">${SHADOW_TREE}</template></nav>`],
      [
        'a script',
        `<nav></nav><script>document.querySelector('nav').attachShadow({ mode: 'open' }).innerHTML = \`${SHADOW_TREE}\`</script>`,
      ],
    ],
    1,
  ),
)('a rule in an open shadow tree of %s', LONG, async (_, nav) => {
  const html = `${EMPTY}${nav}<h2 id="x">x</h2>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('One 2');
});

test('numbers that never become right are an error that names them', async () => {
  // The number of page 2 is so wide that its target moves to page 3, whose number is not.
  const html = `<!doctype html><style>
    @counter-style wide { system: fixed 2; symbols: "${'wide '.repeat(200)}" "3" "4" }
    body { margin: 0; font: 20px monospace } #before { height: 180mm }
    a::after { content: target-counter(attr(href), page, wide) } h2 { margin: 0; height: 30mm; break-inside: avoid }
    </style><div style="break-after: page">1</div><a href="#x">x</a><div id="before"></div><h2 id="x">Target</h2>`;
  const failure = await printer.print(jobOf(html)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: 'FaultyDocument',
    faults: [{ kind: 'layout', detail: 'htmlContent: "#x" was printed as page 2 and is on page 3' }],
  });
});

test.each([
  [
    'a link to the same id of another document',
    '',
    '<a href="https://other.test/#x">Out</a><p data-to="#x">In ',
    'OutIn 2',
  ],
  ['a base address', '<base href="https://other.test/">', '<p data-to="#x">In ', 'In 2'],
  ['an element without a reference beside an own number', '', '<p>Own <i class="pageNumber"></i>', 'Own 1'],
])('%s', async (_, head, body, expected) => {
  const style =
    '<style>h2 { break-before: page } p::after { content: target-counter(attr(data-to), page) }</style>';
  const { document } = await printer.print(jobOf(`<!doctype html>${head}${style}${body}<h2 id="x">x</h2>`));
  expect((await document.text(1)).replace('Out ', 'Out')).toBe(expected);
});

test('a reference without an attribute, or with a variable, prints nothing and is named', async () => {
  const rules = [
    'a::after { content: target-counter(url("#x"), page) }',
    'b::after { content: target-counter(attr(data-to), page, var(--style)) }',
  ];
  const html = `${EMPTY}<style>${rules.join('')}</style><p><a href="#x">a</a><b data-to="#x">b</b></p><h2 id="x">x</h2>`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('ab');
  expect(report.warnings).toEqual([
    expect.objectContaining({
      code: 'UNSUPPORTED_CSS',
      message:
        'Some CSS for pages has no effect: `content: target-counter(url("#x"), page) (in a::after)`, `content: target-counter(attr(data-to), page, var(--style)) (in b::after)`.',
    }),
  ]);
});

test('too many references are refused', async () => {
  const html = `${TOC}<h2 id="x">x</h2>${'<a href="#x">'.repeat(20_001)}`;
  await expect(printer.print(jobOf(html))).rejects.toMatchObject({
    detail: 'htmlContent: the document has more than 20,000 references',
  });
});
