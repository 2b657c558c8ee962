import { expect, test } from 'vitest';
import { embeddedFont } from '../../labs/gallery/fonts.ts';
import { bandOf, jobOf, pagesOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';
import { LONG, typical } from '../support/thorough.ts';

/** The styles of a band stay in the band. They reach neither the other band nor the elements of the engine. */

const printer = usePrinter();
const RED = [204, 0, 0] as const;

const CSS = { 'content-type': 'text/css' };
const OPEN = { ...CSS, 'access-control-allow-origin': '*' };

let endless = 0;

const server = useWebServer((request, response) => {
  if (request.url === '/open.css')
    response.writeHead(200, OPEN).end('@import "deep/imported.css" print; :root { --linked: "linked" }');
  else if (request.url === '/deep/imported.css')
    response.writeHead(200, OPEN).end('b::after { content: "imported" } i { background: url(dot.svg) }');
  else if (request.url === '/closed.css')
    response.writeHead(200, CSS).end('b::after { content: "closed" } body::before { content: "own" }');
  else if (request.url?.startsWith('/endless')) {
    endless += 1;
    response
      .writeHead(200, OPEN)
      .end(`@import "endless-${endless}.css"; @import "endless.css"; b { color: red }`);
  } else response.writeHead(404).end();
});

/** Prints three pages with these bands, and returns the text of each. */
async function textsWith(header: string, footer = 'foot <i class="pageNumber"></i>'): Promise<string[]> {
  const { document } = await printer.print(
    jobOf(pagesOf(3), { header: bandOf(header), footer: bandOf(footer) }),
  );
  return Promise.all([1, 2, 3].map((page) => document.text(page)));
}

const HEAD = '<span>head <i class="pageNumber"></i>/<i class="totalPages"></i></span>';
const FRAME = [1, 2, 3].map((page) => `Page ${page} head ${page} / 3 foot ${page}`);
const squeeze = (texts: readonly string[]) => texts.map((text) => text.replaceAll(' ', ''));

test.each(
  typical(
    [
      'section::before',
      'div::before',
      'body ~ *::before',
      ':host::before',
      ':host(div)::before',
      ':host-context(body)::before',
      ':HOST::after',
      ':scope::before',
      '&::before',
      '::slotted(*)::before',
      ':not(html, html *)::before',
      ':has(section)::before',
    ],
    4,
  ),
)('no selector of a band matches an element of the engine: %s', LONG, async (selector) => {
  const style = `<style>${selector} { content: "X" !important; display: block !important; break-after: page; height: 50mm }</style>`;
  const texts = squeeze(await textsWith(style + HEAD));
  expect(texts).toEqual(squeeze(FRAME));
});

test.each(typical(['body', 'html', ':root', '@scope { :scope'], 2))(
  'a band styles its own elements, once a page: %s',
  LONG,
  async (element) => {
    const texts = await textsWith(`<style>${element}::before { content: "B" } }</style>${HEAD}`);
    expect(squeeze(texts)).toEqual(squeeze(FRAME.map((text) => text.replace('head', 'B head'))));
  },
);

test.each(
  typical(
    [
      ['variables', ':root { --x: "head" }', 'i::after { content: var(--x, "none") }', 'head', 'none'],
      [
        'variables of :root:root',
        ':root:root{--x:"head"}',
        'i::after { content: var(--x, "none") }',
        'head',
        'none',
      ],
      [
        'counter styles',
        '@counter-style stars { system: cyclic; symbols: "†" }',
        'i::after { content: counter(a, stars) }',
        '†',
        '0',
      ],
      [
        'registered properties',
        '@property --y { syntax: "*"; inherits: false; initial-value: "set" }',
        'i::after { content: var(--y, "none") }',
        'set',
        'none',
      ],
      [
        'layers',
        '@layer one, two; @layer two { i::after { content: "two" } } @layer one { i::after { content: "one" } }',
        '@layer two { i::after { content: "2" } } @layer one { i::after { content: "1" } }',
        '2',
        '1',
      ],
    ],
    3,
  ),
)('%s stay in their band', LONG, async (_, declares, uses, inHeader, inFooter) => {
  const [first] = await textsWith(
    `<style>${declares}</style><style>${uses}</style>head<i></i>`,
    `<style>${uses}</style>foot<i></i>`,
  );
  expect(first?.replaceAll(' ', '')).toBe(`Page1head${inHeader}foot${inFooter}`);
});

const TEXT = 'wide text';
const FONT = embeddedFont('@fontsource/noto-sans-hebrew', TEXT);
const BLACK = embeddedFont('@fontsource/noto-sans-hebrew', TEXT, 800);
/** The font of a package under another name. */
const face = (font: string, family = 'Wide') =>
  `<style>@media print { ${font.replaceAll(/font-family:[^;]*;/g, `font-family: ${family};`)} }</style>`;

/** Returns where the text behind the bands' own text begins, in the header and in the footer, in millimetres. */
async function widthsWith(header: string, footer: string): Promise<readonly number[]> {
  const { document } = await printer.print(
    jobOf('<p>x', { header: bandOf(`${header} <i>headend</i>`), footer: bandOf(`${footer} <i>footend</i>`) }),
  );
  return [(await document.find(1, 'headend')).xMm, (await document.find(1, 'footend')).xMm];
}

const uses = (css: string) => `<style>b { ${css} }</style><b>${TEXT}</b>`;
const PLAIN = uses('font: 20pt monospace');

test.each(
  typical(
    [
      ['a rule', uses('font: 20pt Wide, monospace')],
      ['a rule with other letters', uses('font-size: 20pt; font-family: serifs, "wide"')],
      ['a variable', uses('--brand: Wide, monospace; font: 20pt var(--brand)')],
      ['a variable with a whole font', uses('--text: 20pt/1.2 Wide; font: var(--text)')],
      ['an attribute', `<b style="font: 20pt 'Wide', monospace">${TEXT}</b>`],
      [
        'an animation',
        uses('font: 20pt monospace; animation: a 1s both } @keyframes a { 0%, 100% { font-family: Wide }'),
      ],
      ['<font>', `<font face="Wide" style="font-size: 20pt">${TEXT}</font>`],
    ],
    2,
  ),
)('a font of a band is found by %s, and is not in the other band', LONG, async (_, used) => {
  const [plain = 0] = await widthsWith(PLAIN, PLAIN);
  const [wide = 0, other] = await widthsWith(face(BLACK) + used, uses('font: 20pt Wide, monospace'));
  expect(other).toBeCloseTo(plain, 1);
  expect(wide).toBeGreaterThan(plain + 1);
});

test('two bands may declare different fonts under one name, also under that of a font of the machine', async () => {
  const used = uses('font: 20pt monospace');
  const [one = 0, other = 0] = await widthsWith(
    face(FONT, 'monospaced') + uses('font: 20pt monospaced'),
    face(BLACK, 'monospaced') + uses('font: 20pt monospaced'),
  );
  expect(Math.abs(one - other)).toBeGreaterThan(0.3);
  const [, untouched = 0] = await widthsWith(
    face(FONT, '"Open Sans"') + used,
    uses('font: 20pt "Open Sans"'),
  );
  const [, alone] = await widthsWith(used, uses('font: 20pt "Open Sans"'));
  expect(untouched).toBeCloseTo(alone ?? 0, 1);
});

test('a style sheet of a server that allows it works whole, with what it imports', async () => {
  const link = `<link rel="stylesheet" href="${server.url('/open.css')}">`;
  const [first] = await textsWith(
    `${link}<style>u::after { content: var(--linked) }</style><b>head</b><u></u>`,
  );
  expect(first?.replaceAll(' ', '')).toBe('Page1headimportedlinkedfoot1');
});

test('a style sheet that only the browser may read holds in its band, and the report names it', async () => {
  const url = server.url('/closed.css');
  const { document, report } = await printer.print(
    jobOf('<p>x', {
      header: bandOf(`<style>@import url(${url}) print;</style><b>head</b>`),
      footer: bandOf('<b>foot</b>'),
    }),
  );
  expect((await document.text(1)).replaceAll(' ', '')).toBe('xownheadclosedfoot');
  expect(report.warnings.map(({ code, field }) => [code, field])).toEqual([
    ['BAND_STYLES', 'options.header.content'],
  ]);
  expect(report.warnings[0]?.message).toContain(url);
});

test('of style sheets that import each other without end, 50 are loaded', async () => {
  const [first] = await textsWith(`<style>@import url(${server.url('/endless.css')})</style><b>head</b>`);
  expect(first?.replaceAll(' ', '')).toBe('Page1headfoot1');
  expect(endless).toBe(50);
});

test.each(
  typical(
    [
      ['a pseudo-element', 'b::before', ''],
      ['a fixed element', 'b', 'position: fixed; inset: 0;'],
      ['a positioned element', 'b', 'position: absolute; top: -30mm;'],
      ['a moved element', 'b', 'display: block; translate: 0 15mm;'],
    ],
    1,
  ),
)('content that does not fit is cut: %s', LONG, async (_, selector, style) => {
  const html = `<style>${selector} { content: ""; display: block; width: 40mm; height: 50mm; background: #c00; ${style} }</style><b></b>`;
  const { document } = await printer.print(jobOf('<p>x', { header: bandOf(html) }));
  const { topMm = 0, heightMm = 0 } = (await document.box(1, RED)) ?? {};
  expect(topMm + heightMm).toBeLessThanOrEqual(20.1);
  expect(heightMm).toBeGreaterThan(4);
});

test('the title of a document is no style sheet of its bands', async () => {
  const { document } = await printer.print(
    jobOf('<title>* { display: none }</title><p>x', { header: bandOf('<style class="title"></style>head') }),
  );
  expect(await document.text(1)).toBe('x head');
});
