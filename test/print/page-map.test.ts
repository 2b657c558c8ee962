import { describe, expect, test } from 'vitest';
import { jobOf, type JobChanges } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const TOC = `<style>body, p, h2 { margin: 0; font: 16px/20px sans-serif } h2 { font-weight: bold }
  nav a { display: block } nav a::after { content: ' : ' target-counter(attr(href), page) ';' }</style>`;

const lines = (count: number): string => '<p>Line</p>'.repeat(count);

/** Each own number stands behind the name of its place, and each target has the text `Target <name>.` */
async function expectTrue(html: string, count: number, changes: JobChanges = {}): Promise<string[]> {
  const printed = await printer.print(jobOf(`<!doctype html>${html}`, changes));
  const pages = (await textsOf(printed)).map((text) => text.replaceAll(/\s+/g, ''));
  const all = pages.join('');
  const shown = Array.from({ length: count }, (_, index) => {
    const page = pages.findIndex((text) => text.includes(`Target${index}X`)) + 1;
    const [, number] = new RegExp(`(?:Entry|Own)${index}:(\\d*);`).exec(all) ?? [];
    return { index, page, number: Number(number) };
  });
  expect(shown.filter(({ page, number }) => page === 0 || page !== number)).toEqual([]);
  return pages;
}

const contents = (ids: readonly string[]): string =>
  `${TOC}<nav>${ids.map((id, index) => `<a href="#${id}">Entry ${index}</a>`).join('')}</nav>`;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('elements with one id have the numbers of their own pages', async () => {
  const own = range(4).map(
    (index) =>
      `<p style="break-before: page">Target ${index}X Own ${index} : <b class="pageNumber" id="n"></b>;</p>`,
  );
  await expectTrue(own.join(''), 4);
});

test('of several anchors with one name, the first one is the target', async () => {
  const anchors =
    '<p><a name="x">Target 0X</a>' + '<p style="break-before: page"><a name="x">Another</a>'.repeat(2);
  await expectTrue(`${contents(['x'])}<div style="break-before: page"></div>${anchors}`, 1);
});

test('a target of thousands of lines is found in the time of its print', async () => {
  const log = Array.from({ length: 3_600 }, (_, line) => `line ${line} of the log`).join('\n');
  await expectTrue(`${contents(['log'])}<pre id="log" style="break-before: page">Target 0X ${log}</pre>`, 1);
});

test('ids that are percent encodings of others, and ids such as those of the engine, lead to their own pages', async () => {
  const ids = ['a b', 'a%20b', 'ü', '%C3%BC', 'platen-target-0', 'platen-target-1', 'platen-target-2'];
  const targets = ids.map((id, index) => `<h2 id="${id}" style="break-before: page">Target ${index}X</h2>`);
  const links = ids.map((id) => id.replaceAll('%', '%25'));
  await expectTrue(`${contents(links)}${targets.join('')}`, ids.length);
});

describe('in boxes that break over pages', () => {
  test.each([
    ['a scaled body', 'body { transform: scale(.9) }'],
    ['a scaled body with an origin', 'body { transform: scale(.85); transform-origin: top left }'],
    ['a scaled body by its property', 'body { scale: .9 }'],
    ['a moved section', 'section { translate: 0 60px }'],
    ['a box that is turned a little', 'section { rotate: .1deg }'],
    ['columns', 'section { columns: 2 }'],
    ['vertical text', 'html { writing-mode: vertical-rl }'],
    ['text from right to left', 'section { direction: rtl }'],
    ['a box without a box', 'h2 { display: contents }'],
  ])('%s: numbers are those of the pages on which their texts are painted', async (_what, style) => {
    const targets = range(12).map((index) => `<h2 id="t${index}">Target ${index}X</h2>${lines(20 + index)}`);
    const html = `<style>${style}</style>${contents(range(12).map((index) => `t${index}`))}<section>${targets.join('')}</section>`;
    await expectTrue(html, 12);
  });

  test('strings and blank pages too', async () => {
    const style = `<style>body { transform: scale(.9) } h2 { string-set: title content(); break-before: right }
      @page { margin: 20mm; @top-left { content: '[' string(title) ']' } }</style>`;
    const targets = range(8).map((index) => `<h2 id="t${index}">Target ${index}X</h2>${lines(30)}`);
    const html = `${style}${contents(range(8).map((index) => `t${index}`))}${targets.join('')}`;
    const pages = await expectTrue(html, 8, { documentMargin: true });
    for (const [at, text] of pages.entries())
      if (/Target\d+X/.test(text)) expect(text).toMatch(/\[Target(\d+)X\].*Target\1X/);
      else expect(at % 2, 'blank pages are left ones').toBe(at === 0 ? 0 : 1);
  });
});

test('an element that has no box is where its text is', async () => {
  const html = `${contents(['t0'])}<div id="t0" style="display: contents">Target 0X${lines(60)}<p style="break-before: page">x</p></div>`;
  await expectTrue(html, 1);
});

test('a text that is not painted is looked for in a second print', async () => {
  const html = `${contents(['t0'])}${lines(60)}<h2 id="t0"><span style="position: absolute; clip-path: inset(50%)">hidden</span>Target 0X</h2>`;
  await expectTrue(html, 1);
});

test('without backgrounds, numbers are right too', async () => {
  const targets = range(3).map((index) => `<h2 id="t${index}">Target ${index}X</h2>${lines(50)}`);
  const html = `<style>body { transform: scale(.9) }</style>${contents(['t0', 't1', 't2'])}${targets.join('')}`;
  await expectTrue(html, 3, { printBackground: false });
});

test('a document cannot write the numbers of its references', async () => {
  const html = `${contents(['t0'])}<nav><a data-platen-target-0="55" href="#none">None</a></nav>
    <h2 id="t0" style="break-before: page">Target 0X</h2><script>
    addEventListener('beforeprint', () => {
      const [link] = document.querySelectorAll('nav a');
      for (const { name, value } of link.attributes) if (/^data-/.test(name) && /^\\d+$/.test(value)) link.setAttribute(name, '77');
    })</script>`;
  const printed = await printer
    .print(jobOf(`<!doctype html>${html}`))
    .then(textsOf, (error: unknown) => error);
  if (Array.isArray(printed)) expect(printed.join(' ')).not.toMatch(/55|77/);
  else expect(printed).toMatchObject({ faults: [{ kind: 'layout' }] });
});

describe('the proof', () => {
  /** The marks of texts are highlights, which scripts of the document can find. */
  const attack = (script: string) =>
    `${contents(['t0', 't1'])}<h2 id="t0" style="break-before: page">Target 0X</h2>
    <h2 id="t1" style="break-before: page">Target 1X</h2><script>
    const each = (change) => { for (const [name, marks] of CSS.highlights) change(marks, name); };
    ${script}</script>`;

  test.each([
    ['removes the marks', `addEventListener('beforeprint', () => each((marks) => marks.clear()))`],
    ['removes the highlights', `addEventListener('beforeprint', () => CSS.highlights.clear())`],
    [
      'turns the marks around',
      `addEventListener('beforeprint', () => each((marks) => {
        const [one, other] = [...document.querySelectorAll('h2')].map((h2) => h2.firstChild);
        const turned = [...marks].map((range) => {
          const text = range.startContainer === one ? other : range.startContainer === other ? one : range.startContainer;
          return new StaticRange({ startContainer: text, startOffset: 0, endContainer: text, endOffset: text.length });
        });
        marks.clear();
        for (const range of turned) marks.add(range);
      }))`,
    ],
    ['changes their style', `addEventListener('beforeprint', () => { document.adoptedStyleSheets = [] })`],
  ])('finds out that a script %s', async (_what, script) => {
    await expect(printer.print(jobOf(`<!doctype html>${attack(script)}`))).rejects.toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ kind: 'layout' })]),
    });
  });

  test('compares the pages of a range with the whole document', async () => {
    const move = `let prints = 0;
      addEventListener('beforeprint', () => {
        prints += 1;
        if (prints > 2) document.querySelector('nav').style.height = prints * 1500 + 'px';
      });`;
    const job = (script: string) => jobOf(`<!doctype html>${attack(script)}`, { pageRanges: '2-3' });
    expect((await textsOf(await printer.print(job('')))).join()).toMatch(/Target 0X.*Target 1X/);
    await expect(printer.print(job(move))).rejects.toMatchObject({
      faults: [{ kind: 'layout', detail: expect.stringContaining('options.pageRanges') }],
    });
  });

  test('reads the texts at the marks, also if a script puts the marks back after the print', async () => {
    const script = `let kept = [];
      addEventListener('beforeprint', () => each((marks) => {
        kept.push([marks, [...marks]]);
        const other = document.createElement('p'), text = document.querySelector('p').firstChild;
        const moved = [...marks].map((range) => range.startContainer.data === 'Target 0X'
          ? new StaticRange({ startContainer: text, startOffset: 0, endContainer: text, endOffset: text.length }) : range);
        marks.clear();
        for (const range of moved) marks.add(range);
      }));
      addEventListener('afterprint', () => {
        for (const [marks, ranges] of kept.splice(0)) { marks.clear(); for (const range of ranges) marks.add(range); }
      });`;
    const html = `<!doctype html><p>Words that are on the first page</p>${attack(script)}`;
    await expect(printer.print(jobOf(html))).rejects.toMatchObject({
      faults: [
        {
          kind: 'layout',
          detail: expect.stringContaining('another text was printed where the text of "#t0" is marked'),
        },
      ],
    });
  });
});

describe('an element whose page is not certain is named', () => {
  test.each([
    ['its text is in a picture', `<h2 id="t0" style="filter: opacity(.5)">Target 0X</h2>`],
    ['its text is cut off', `<div style="height: 0; overflow: hidden"><h2 id="t0">Target 0X</h2></div>`],
    ['its text is beside the page', `<h2 id="t0" style="position: relative; left: -900px">Target 0X</h2>`],
    ['it has no text and no size', `<div id="t0"></div>`],
  ])('if %s', async (_what, target) => {
    const html = `<!doctype html>${contents(['t0'])}${lines(30)}${target}<p style="break-before: page">Next</p>`;
    const { report } = await printer.print(jobOf(html));
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ code: 'REFERENCE_UNPROVEN', message: expect.stringContaining('"#t0"') }),
    );
    await expect(printer.print(jobOf(html, { failOn: ['references'] }))).rejects.toMatchObject({
      faults: [{ kind: 'references', detail: expect.stringContaining('"#t0"') }],
    });
  });
});

test.each([
  ['a picture', '<svg id="t0" width="20" height="20"><rect width="20" height="20"/></svg>'],
  ['a box', '<div id="t0" style="height: 20px"></div>'],
  ['an empty element in a line', '<p><a id="t0"></a>Target</p>'],
])('%s is on the page on which it is painted, also in a scaled body', async (_what, target) => {
  const html = `<style>body { transform: scale(.9) }</style>${contents(['t0'])}${lines(100)}<div style="break-inside: avoid">${target}<p>Target 0X</p></div>${lines(40)}`;
  const job = jobOf(`<!doctype html>${html}`);
  await expectTrue(html, 1);
  expect((await printer.print(job)).report.warnings).toEqual([]);
});
