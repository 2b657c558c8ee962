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

describe('texts of style sheets are heard at their places', () => {
  test.each([
    [
      'before and after elements of many kinds',
      `<style>.n::before { content: "Note: " } .n::after { content: " (end)" }</style><h2 class=n>B</h2><p class=n>body<p>x <b class=n>in</b> y
      <p class=n></p><div class=n style="display: flex"><b>f</b></div><blockquote class=n>q</blockquote><dl><dt class=n>t<dd class=n>d</dl>
      <table><tr><th>a<th class=n>b<tr><td class=n><td class=n>1</table><ul><li class=n>one<li class=n><p>two</ul><section class=n><h2>in</h2><p>z</section>
      <details open><summary class=n>s</summary>d</details><label class=n>L <input></label><figure><figcaption class=n>c</figcaption></figure>`,
    ],
    [
      'counters, attributes and quotation marks',
      `<style>h2 { counter-increment: h } h2::before { content: counter(h) ". " } .a::after { content: " " attr(title) } tr::before { counter-increment: r; content: counter(r) }</style>
      <h2>One</h2><h2>Two</h2><p class=a title=tip>x<p>He says <q>yes</q>.<table><tr><th>a<tr><td>b</table>`,
    ],
    [
      'alternatives',
      `<style>.d::before { content: "x" / "" } .e::after { content: "§" / "next" }</style><p class=d>a<p class=e>b`,
    ],
    [
      'in boxes that are painted apart',
      `<style>.n::before { content: "n " }</style><p class=n style="opacity: .5">a<p class=n style="transform: rotate(2deg)">b<p class=n style="position: absolute; top: 0">c
      <p class=n style="writing-mode: vertical-rl">d<p class=n style="mask-image: linear-gradient(#000, transparent)">e<p class=n style="columns: 2">f`,
    ],
    [
      'painted in other ways',
      `<style>.b::after { display: block; content: "block" } .p::after { position: absolute; right: 0; content: "away" } .u::before { text-decoration: underline; content: "under " }
      .s::before { text-shadow: 1px 1px red; content: "shadow " } .l::first-letter { font-size: 2em } .l::before { content: "First " } .w { width: 60px } .w::before { content: "on several lines of a box " }
      .t::before { content: "dots "; text-emphasis: dot } p { text-decoration: underline }</style><p class=b>a<p class=p>b<p class=u>c<p class=s>d<p class=l>e<p class=w>f<p class=t>g`,
    ],
    [
      'of the document, a shadow tree, and hidden elements',
      `<style>body::after { content: "end" } p::before { content: "p " }</style><div><template shadowrootmode=open><style>b::before { content: "in " }</style><b>x</b></template></div>
      <p aria-hidden=true>no<p hidden>no<p style="visibility: hidden">no<p>yes`,
    ],
    [
      'on later pages',
      `<style>p::before { content: "p " } p { break-before: page }</style><p>one<p>two <a ${LINK}>link</a>`,
    ],
  ])('%s', async (_, body) => {
    const html = `${HEAD}${body}`;
    expect(await hear(html)).toEqual(await hearHtml(printer.chromium, html));
  });

  test('in a part of the pages', async () => {
    const html = `${HEAD}<style>p::before { content: "p " } p { break-before: page }</style><p>one<p>two<p>three`;
    const finish = { ...FINISH, pdfua: false };
    expect(await hear(html, { pageRanges: '3-4', finish })).toEqual(['ptwopthree']);
  });

  test('with the numbers of pages, and without leaders', async () => {
    const html = `${HEAD}<style>li::after { content: leader(".") target-counter(attr(title), page) }</style><ul style="list-style: none"><li title="#c">One</ul>
      <h2 id=c style="break-before: page">C`;
    expect(await hear(html)).toEqual(['h1', 'A', '/', 'One2', 'h2', 'C', '/']);
  });

  test('a footnote after its call', async () => {
    const html = `${HEAD}<style>.n { float: footnote }</style><p>See<span class=n>The <b>note</b></span> and<span class=n id=own>Two</span> more.`;
    expect(await hear(html)).toEqual(['h1', 'A', '/', 'See1Thenoteand2Twomore.']);
  });

  test('the alternative of a picture', async () => {
    const html = `${HEAD}<style>p::before { content: url("${PIXEL}") / "Star" }</style><p>x`;
    expect(await hear(html)).toEqual(['h1', 'A', '/', 'Starx']);
  });

  test('the pages look as without tags, and bookmarks and texts have no other characters', async () => {
    const html = `${HEAD}<style>h2::before { content: "n " } h2::after { content: "m"; float: right }</style><h2>Two</h2>`;
    const tagged = await printer.print(jobOf(html, { tagged: true, outline: true }));
    const plain = await printer.print(jobOf(html));
    expect(await tagged.document.outline()).toEqual(['A', '  Two']);
    expect(await tagged.document.text(1)).toBe(await plain.document.text(1));
    expect((await tagged.document.pixels(1)).data).toEqual((await plain.document.pixels(1)).data);
  });
});
