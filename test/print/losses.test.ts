import { describe, expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter();

const rows = (count: number) =>
  `<table>${Array.from({ length: count }, (_, row) => `<tr><td>${row}<td>Item`).join('')}</table>`;

const reportOf = async (html: string) => (await printer.print(jobOf(html))).report;

const warningsOf = async (html: string, code: string) =>
  (await reportOf(html)).warnings.filter((warning) => warning.code === code).map(({ message }) => message);

describe('content in a box that could be scrolled', () => {
  const APP = 'html,body{height:100%;margin:0;overflow:hidden}.app{height:100vh;overflow-y:auto}';

  test.each(
    typical(
      [
        [
          'of the height of the window',
          `<style>${APP}</style><div class="app main">${rows(90)}</div>`,
          'div.app.main',
        ],
        [
          'of a fixed height',
          `<div id="list" style="max-height:200px;overflow:scroll">${rows(30)}</div>`,
          'div#list',
        ],
        ['that is too narrow', `<pre style="overflow-x:auto">${'wide '.repeat(200)}</pre>`, 'pre'],
        [
          'whose text is one line too long',
          `<div style="height:1.5em;overflow:auto">one<br>two<br>three</div>`,
          'div',
        ],
        [
          'with a picture',
          '<div style="height:50px;overflow:auto"><svg width="90" height="200"></svg></div>',
          'div',
        ],
        ['that is the body', `<style>html,body{height:100%;overflow:hidden}</style>${rows(90)}`, 'body'],
        [
          'that is a frame',
          `<iframe id="terms" style="height:90px" srcdoc="${'a<br>'.repeat(9)}"></iframe>`,
          'iframe#terms',
        ],
        [
          'in a frame',
          `<iframe style="height:500px" srcdoc="<div style='height:90px;overflow:auto'>${'a<br>'.repeat(9)}"></iframe>`,
          'div',
        ],
        ['of a form', `<textarea rows="2">${'line\n'.repeat(20)}</textarea>`, 'textarea'],
      ],
      6,
    ),
  )('%s is a warning', LONG, async (_, html, element) => {
    expect(await warningsOf(html, 'CONTENT_CLIPPED')).toEqual([
      expect.stringMatching(
        new RegExp(`^The content of \`${element.replaceAll('.', String.raw`\.`)}\` is cut`),
      ),
    ]);
  });

  test('is said to be wide if only its width can be scrolled', async () => {
    const html = `<div style="height:50px;overflow:auto hidden">${'wide<b> </b>'.repeat(200)}<pre>${'wide '.repeat(200)}</pre></div>`;
    expect(await warningsOf(html, 'CONTENT_CLIPPED')).toEqual([expect.stringMatching(/it is \d+ px wide/)]);
  });

  test.each(
    typical(
      [
        ['fits', `<div style="max-height:900px;overflow:auto">${rows(5)}</div>`],
        [
          'is free in print',
          `<style>.b{height:90px;overflow:auto}@media print{.b{height:auto;overflow:visible}}</style><div class=b>${rows(30)}</div>`,
        ],
        [
          'is hidden on purpose',
          `<div style="height:1em;overflow:hidden">a<br>b<br>c</div><p style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis;width:90px">${'long '.repeat(90)}`,
        ],
        [
          'is closed',
          `<div style="height:0;overflow:auto">${rows(9)}</div><div style="display:none;height:9px;overflow:auto">${rows(9)}</div>`,
        ],
        [
          'is empty space',
          '<div style="height:50px;overflow:auto"><p>text</p><div style="height:90px"></div></div>',
        ],
        [
          'is a hidden menu',
          '<div style="height:50px;overflow:auto;position:relative">text<div style="visibility:hidden;position:absolute;top:90px">menu</div></div>',
        ],
        ['is the window', `<style>html,body{overflow:auto}</style>${rows(200)}`],
        ['is the body alone', `<style>body{overflow:auto;height:100%}</style>${rows(200)}`],
        ['has a margin', '<div style="overflow:auto"><p style="margin-bottom:-5px">text</div>'],
      ],
      6,
    ),
  )('that %s is none', LONG, async (_, html) => {
    expect(await warningsOf(html, 'CONTENT_CLIPPED')).toEqual([]);
  });
});

describe('relative addresses', () => {
  const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  const LINKS =
    "<a href='orders/7'>rel</a> <a href='/abs'>abs</a><a href='//h.dev/x'>any</a><a href='#sec'>in</a><p id=sec>s</p>";

  test('of links cause a warning that names <base>', async () => {
    const [message = '', ...others] = await warningsOf(LINKS, 'RELATIVE_LINKS');
    expect(message).toMatch(/"orders\/7", "\/abs", "\/\/h\.dev\/x"\. .*<base href/);
    expect(others).toEqual([]);
    expect(await warningsOf(`<base href="https://example.com/">${LINKS}`, 'RELATIVE_LINKS')).toEqual([]);
    expect(
      await warningsOf('<a href="mailto:a@b.de">m</a><a href="">e</a><a>n</a>', 'RELATIVE_LINKS'),
    ).toEqual([]);
  });

  test.each([
    ['<img src="logo.png">', 'logo.png', 'relative'],
    ['<link rel="stylesheet" href="/a.css">', '/a.css', 'relative'],
    ['<script src="a.js"></script>', 'a.js', 'relative'],
    ['<svg><image xlink:href="b.png" /></svg>', 'b.png', 'relative'],
    ['<svg><use href="icons.svg#a" /></svg>', 'icons.svg#a', 'relative'],
    ['<picture><source srcset="a.webp 1x, b.webp 2x"><img alt="a"></picture>', 'a.webp', 'relative'],
    ['<object data="c.svg"></object>', 'c.svg', 'relative'],
    ['<video poster="d.png"></video>', 'd.png', 'relative'],
    ['<p style="background: url(e.png)">', 'e.png', 'relative'],
    [
      '<style>p::before { content: url("f.png") } .other { background: url(g.png) }</style><p>',
      'f.png',
      'relative',
    ],
    [
      '<style>@media print { p { mask: url(h.svg#m) } } @media screen { p { mask: url(i.svg) } }</style><p>',
      'h.svg#m',
      'relative',
    ],
    ['<style>@import "j.css";</style>', 'j.css', 'relative'],
    ['<img src="data:image/png;base64,AAAA">', 'data:image/png;base64,AAAA', 'damaged'],
    ['<img src="">', 'img', 'no address'],
  ])('and images that cannot be shown are failed resources: %s', async (html, url, reason) => {
    expect((await reportOf(`${html}x`)).failedResources).toEqual([
      { url, reason: expect.stringContaining(reason) },
    ]);
  });

  test('are not reported for images that can be shown, or that have no address yet', async () => {
    const svg = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
    const { failedResources } = await reportOf(
      `<style>p { background: url(${PIXEL}); filter: url(#f) }</style><img src='${svg}'><img alt="later"><picture><source srcset="${PIXEL}"><img></picture><p>x`,
    );
    expect(failedResources).toEqual([]);
  });
});

test('a graphic with a name has its alternative text in a tagged PDF', async () => {
  const graphic = (attributes: string, inner = '<circle r=8 cx=10 cy=10 />') =>
    `<svg width=20 height=20 ${attributes}>${inner}</svg>`;
  const html = `<html lang=sv><body><h1>Hej</h1>${graphic('aria-label="UtanRoll"')}${graphic('', '<title>Titel</title><rect width=9 height=9 />')}
    <p id=n>Namn</p>${graphic('aria-labelledby=n')}${graphic('')}`;
  for (const report of [true, false]) {
    const { bytes } = await printer.print(jobOf(html, { tagged: true, report }));
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text.match(/\/Alt/g) ?? []).toHaveLength(3);
  }
});
