import { readWhole } from '@platen/pdf';
import { printInPool } from '@platen/print-engine';
import { describe, expect, test } from 'vitest';
import { hearHtml, hearPdf } from './support/heard.ts';
import { jobOf, type JobChanges } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const IMAGE = `src="${PIXEL}" width=9 height=9`;
const LINK = 'href="https://x.example/"';
const HEAD = '<html lang="en"><title>T</title><h1>A</h1>';
const FINISH = { metadata: null, attachments: [], watermark: null, encryption: null, pdfua: true } as const;

async function hear(html: string, changes: JobChanges = {}): Promise<readonly string[]> {
  const job = jobOf(html, { tagged: true, finish: FINISH, report: false, ...changes });
  const { pdf } = await printInPool(printer.pool, job, limitsOf());
  return hearPdf(await readWhole(pdf));
}

describe('what is heard is what Chromium says of the document', () => {
  test.each([
    ['text', `<p>Text with <b>bold</b> and <a ${LINK}>a link</a>.<h2>Two</h2><p>more`],
    [
      'a link of a style sheet',
      `<style>.pay::after { content: "Pay" }</style><p>x <a class=pay ${LINK}></a> y`,
    ],
    [
      'a link with texts of a style sheet',
      `<style>a::before { content: "» " } a::after { content: " (web)" }</style><a ${LINK}>Site</a>`,
    ],
    [
      'a link with an alternative of a style sheet',
      `<style>a::before { content: "*" / "Star" }</style><a ${LINK}>go</a>`,
    ],
    ['images', `<p><img alt="pic" ${IMAGE}> and <img alt="" ${IMAGE}> t`],
    [
      'links of images',
      `<a ${LINK}><img alt="Logo" ${IMAGE}></a> <a ${LINK}><img alt="Logo" ${IMAGE}> text</a>`,
    ],
    [
      'names of attributes',
      `<a ${LINK} aria-label="Read it">here</a> <a ${LINK} title="tip">t</a> <span id=n>Name</span><a ${LINK} aria-labelledby=n>z</a>`,
    ],
    ['a name of a title', `<a ${LINK} title="tip"><img alt="" ${IMAGE}></a>`],
    [
      'drawings',
      `<svg role=img aria-label="Chart" width=50 height=50><rect width=50 height=50 /></svg><svg width=9 height=9><title>Dot</title><rect width=9 height=9 /></svg><p>x`,
    ],
    ['a text in a drawing', '<svg width=100 height=50><text y=20>Label</text></svg><p>x'],
    ['lists', '<ul><li>one<li>two <ol><li>x<li>y</ol></ul>'],
    ['a table', '<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td>2</table>'],
    [
      'a shadow tree',
      `<div><template shadowrootmode=open><p>in <slot></slot> <img alt="s" ${IMAGE}> <a ${LINK}>sl</a></p></template>light</div>`,
    ],
    [
      'hidden elements',
      '<p hidden>no</p><p aria-hidden=true>aria</p><p style="visibility:hidden">v</p><p>yes',
    ],
    ['text from the right', `<p dir=rtl lang=he>שלום <b>עולם</b> abc 12 <a ${LINK}>קישור</a>`],
    ['ligatures', `<p>fi fl ffi affiliate <a ${LINK}>office</a>`],
    ['columns', '<div style="columns: 2"><p>one one<p>two two</div>'],
    ['another order', '<div style="display: flex; flex-direction: row-reverse"><p>one</p><p>two</p></div>'],
    [
      'headings with content',
      `<h2>B <a ${LINK}>in</a> b</h2><h2><img alt=logo ${IMAGE}> C</h2><div role=heading aria-level=3>D</div>`,
    ],
    [
      'a link with hidden parts',
      `<a ${LINK}>one <b>two</b> <span aria-hidden=true>three</span> <span hidden>four</span></a>`,
    ],
    ['a figure', `<figure><img alt="pic" ${IMAGE}><figcaption>Cap</figcaption></figure>`],
    ['a picture of text', '<div role=img aria-label="Stars">***</div><p>x'],
    ['a link on several lines', `<p style="width: 60px">a <a ${LINK}>link that wraps over lines</a> b`],
    [
      'transformed and transparent text',
      `<p style="transform: rotate(3deg)">tilt <a ${LINK}>l</a></p><p style="opacity: .5">half <a ${LINK}>m</a>`,
    ],
    ['text at another place', '<p style="position: absolute; top: 0">abs</p><p>flow'],
    ['a label', '<label>Country <select name=s><option>Alpha<option>Beta</select></label>'],
  ])('%s', async (_, body) => {
    const html = `${HEAD}${body}`;
    const heard = await hear(html);
    expect(heard).toEqual(await hearHtml(printer.chromium, html));
    expect(heard.slice(0, 3)).toEqual(['h1', 'A', '/']);
  });
});

test('the name of a reference is what is printed for it', async () => {
  const html = `${HEAD}<style>.n::after { content: target-counter(attr(href), page) } .t::after { content: target-text(attr(href)) }</style>
    <h2 id="results">Results</h2><p>See <a href="#results" class="n"></a>, <a href="#results" class="t"></a>`;
  expect((await hear(html)).filter((item) => item.startsWith('link'))).toEqual(['link 1', 'link Results']);
});

/** Chromium writes no tag for these texts, so the engine marks them as artifacts (docs/accessibility.md). */
test('text of a style sheet outside of links is not heard', async () => {
  const html = `${HEAD}<style>p::before { content: "Note: " }</style><p>body`;
  expect(await hear(html)).toEqual(['h1', 'A', '/', 'body']);
  expect(await hearHtml(printer.chromium, html)).toEqual(['h1', 'A', '/', 'Note:body']);
});
