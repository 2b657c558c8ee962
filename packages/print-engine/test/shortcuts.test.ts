import { describe, expect, test } from 'vitest';
import type { Shortcuts } from '../fast/print-path.ts';
import { planPrint } from '../fast/shortcuts.ts';
import { makeJob } from './support.ts';

/** A second pass for each of them would take hours. */
const MANY = 1_000_000;

const shortcutsOf = (html: string): Shortcuts => planPrint(makeJob({ html }), 'fast');

const isStill = (html: string): boolean => shortcutsOf(html).isStatic;

describe('a document in which nothing happens', () => {
  test.each([
    '<p>A fixed price, in a frame, at https://example.com/?src=poster&onload=1',
    '<p class="animated frame" id="src" title="url(x) <script>" data-url="a" aria-label="onclick = 1">x',
    '<!-- <script src="a.js"> --><title><img src=a.png></title><textarea><iframe></textarea>',
    String.raw`<style>/* @import "a.css"; animation */ .md\:frame::before { content: "\201C url(x) \"" }</style>`,
    '<style>p { background: red; position: fixed } .fixed { top: 0 } table { table-layout:fixed }</style>',
    '<p style="font-family: &quot;Own, sans&quot;, &apos;x&apos;; color: red">x',
    '<a href="https://example.com/frame">x</a><link rel="canonical" href="https://example.com">',
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><base href="https://example.com">',
    '<svg><defs><linearGradient id="g"/></defs><rect fill="url(#g)" clip-path="url(\'#c\')"/><a href="x">x</a></svg>',
    '<template><p>x</template><noscript><img src="a.png"></noscript><plaintext><script>',
  ])('%s', (html) => {
    expect(isStill(html)).toBe(true);
  });

  test.each([
    '<script>0</script>',
    '<style>a::after { content: target-counter(attr(href), page) }</style>',
    '<style>h1 { break-before: recto }</style>',
    '<h1 style="page-break-after:right">x</h1>',
    '<p class="small pageNumber"></p>',
    '<ScRiPt src=a.js>',
    '<p onclick="0">',
    '<img src="a.png">',
    '<img srcset="a.png 2x">',
    '<body background=a.png>',
    '<link rel=stylesheet href=a.css>',
    '<link rel="canonical preload" href=a.css>',
    '<meta http-equiv=refresh content=0>',
    '<input autofocus>',
    '<select><option>x</select>',
    '<svg><use href="#a"/></svg>',
    '<svg><image href="a.png"/></svg>',
    '<svg><rect fill="url(a.svg#g)"/></svg>',
    '<svg><rect fill="u&#114;l(a.svg#g)"/></svg>',
    '<svg><linearGradient xlink:href="a.svg#g"/></svg>',
    '<svg><rect><animate attributeName="x"/></rect></svg>',
    '<svg><style>p { background: &#117;rl(a.png) }</style></svg>',
    '<p style="background: url(a.png)">',
    '<p style="background: &#117;rl(a.png)">',
    '<p style="background: url&lpar;a.png)">',
    String.raw`<style>p { background: \75rl(a.png) }</style>`,
    '<style>p { background: url( "a.png" ) }</style>',
    '<style>p { background: url(a',
    '<style>p::before { content: "a\n; background: url(a.png) }</style>',
    '<style>@import "a.css";</style>',
    '<style>@font-face { font-family: x; src: local(y) }</style>',
    '<style>p { animation: x 1s }</style>',
    '<div style="background: linear-gradient(red, blue) fixed">x</div>',
    '<style>p { background-image: none; background-attachment: FIXED }</style>',
    '<style>p { --a: fixed; background-attachment: var(--a) }</style>',
    '<style>p { background: var(--b) }</style><p style="--b: fixed">',
    '<style>th { position: sticky; top: 40px }</style>',
    '<video controls></video>',
    '<audio controls></audio>',
    '<!-- a --!><script>',
    '<!--><script>-->',
    '</p title="<!--"><script>',
  ])('not: %s', (html) => {
    expect(isStill(html)).toBe(false);
  });

  test.each([
    ['the beginning of a handler', ` on${'a'.repeat(MANY)}`],
    ['many such beginnings', '<p on'.repeat(MANY / 5)],
    ['a style in which a word may be hidden', `&#style${' '.repeat(MANY)}`],
    ['a comment in CSS', `<style>/*${'*'.repeat(MANY)}*/</style>`],
    ['strings in CSS', `<style>${'""'.repeat(MANY / 2)}</style>`],
    ['a long string in CSS', `<style>"${String.raw`\"`.repeat(MANY / 2)}"</style>`],
    ['escapes in CSS', `<style>${String.raw`\61 `.repeat(MANY / 4)}</style>`],
    ['comments', '<!-- -->'.repeat(MANY / 8)],
  ])('a long text is read to its end: %s', (_what, text) => {
    expect(isStill(text)).toBe(true);
    expect(isStill(`${text}<script>`)).toBe(false);
  });

  test.each(['url(', 'url("', "url('a", '/*', '"\\'])('CSS that does not end is read once: %s', (piece) => {
    expect(isStill(`<style>${piece.repeat(MANY / piece.length)}</style>`)).toBe(!piece.startsWith('url'));
  });
});

const IMAGE = '<img src="data:image/png;base64,AAAA">';
const FONT = 'src: url(data:font/woff2;base64,AAAA) format("woff2")';

/** The document is printed without a layout for the screen, although it has to load. */
const isOwn = (html: string): boolean => {
  const { isStatic, isUnseen } = shortcutsOf(html);
  return isUnseen && !isStatic;
};

describe('a document that has its images and fonts in its HTML', () => {
  test.each([
    IMAGE,
    `<p>info@example.com ${IMAGE}`,
    `<img alt='the "logo"' width=60 style="height: 9px" src='data:image/svg+xml,%3Csvg/%3E' class="logo">`,
    `<style>@font-face { font-family: own; ${FONT} } @media print { p { margin: 0 } }</style>`,
    `<style>${`@font-face { ${FONT} }`.repeat(4)}</style>`,
    `<style>@font-face { src:url('data:application/font-woff;charset=utf-8;base64,AA==') }</style>`,
  ])('%s', (html) => {
    expect(isOwn(html)).toBe(true);
  });

  test.each([
    '<p>x',
    '<img src="logo.png"> data:',
    `${IMAGE}<script>0</script>`,
    `${IMAGE}<img src="logo.png">`,
    '<img src="data:image/png;base64,AAAA" onload="1">',
    '<img onerror="1" src="data:image/png;base64,AAAA">',
    '<img style="background: url(late.png)" src="data:image/png;base64,AAAA">',
    '<img src="data:image/png;base64,AAAA" srcset="large.png 2x">',
    '<picture><source srcset="large.png"><img src="data:image/png;base64,AAAA"></picture>',
    '<iframe src="data:text/html,x"></iframe>',
    '<input type=image src="data:image/png;base64,AAAA">',
    '<p style="background: url(data:image/png;base64,AAAA)">',
    `<style>${`@font-face { ${FONT} }`.repeat(5)}</style>`,
    `<style>@font-face { ${FONT}, url(late.woff2) }</style>`,
    `<style>@font-face { src: local(x), url(data:font/woff2;base64,AAAA) }</style>`,
    `<style>@media (min-width: 500px) { @font-face { ${FONT} } }</style>`,
    `<style media="(min-width: 500px)">@font-face { ${FONT} }</style>`,
    String.raw`<style>@font-face { ${FONT} } @\6d edia (min-width: 9px) {}</style>`,
    `<style>@font-face { ${FONT} } p { animation: x 1s }</style>`,
  ])('not: %s', (html) => {
    expect(isOwn(html)).toBe(false);
  });

  test.each([
    ['an element that never ends', `<img${' '.repeat(MANY)}`],
    ['many attributes', `<img${' alt=a'.repeat(MANY / 6)}`],
    ['an attribute that never ends', `<img alt="${'a'.repeat(MANY)}`],
    ['many elements', '<img alt="'.repeat(MANY / 10)],
    ['a rule that never comes', `@media print${' '.repeat(MANY)}`],
  ])('a long text is searched to its end: %s', (_what, text) => {
    expect(isOwn(`${text}${IMAGE}<script>`)).toBe(false);
  });

  test.each([
    ['a large image', '<img src="data:image/png;base64,', '">'],
    ['a large font', '<style>@font-face { src: url(data:font/woff2;base64,', ') }'],
  ])('%s', (_what, start, end) => {
    expect(isOwn(`${start}${'A'.repeat(MANY)}${end}`)).toBe(true);
    expect(isOwn(`${start}${'A'.repeat(MANY)}`)).toBe(false);
  });
});

const isTraceless = (html: string): boolean => shortcutsOf(html).isTraceless;

describe('a document that leaves no trace in its window', () => {
  test.each([
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>p { color: red }</style><p>x',
    "<meta charset=utf-8><meta charset='UTF-8' /><META CHARSET=UTF-8>",
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name=\'author\' content="O\'Hara" />',
    '<style type="text/css" media="print">p { margin: 0 }</style><STYLE media="(min-width: 9px)">',
    '<p>A base of marble, linked to a style</p>',
    '',
  ])('%s', (html) => {
    expect(isTraceless(html)).toBe(true);
  });

  test.each([
    '<base href="https://example.com/">',
    '<BASE target="_blank">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="dark">',
    '<meta charset="utf-8" name="referrer" content="no-referrer">',
    '<meta name="author" content="x" http-equiv="content-language">',
    '<meta title="<meta charset=utf-8>" name="referrer" content="no-referrer">',
    '<style title="one">p { color: red }</style>',
    '<style media="print" title="one">',
    '<style title="<style>">',
    '<body link="red">',
    '<body vLink = red>',
    '<style>@property --c { syntax: "*"; inherits: false }</style>',
    '<embed type="text/html">',
  ])('not: %s', (html) => {
    expect(isTraceless(html)).toBe(false);
  });

  test.each([
    ['a long element', `<meta${' '.repeat(29_900)}>`],
    ['many beginnings', '<meta charset=a>'.repeat(1_800)],
    ['many attributes', `<style${' media=""'.repeat(3_000)}`],
    ['a long value', `<meta name="author" content="${'a'.repeat(29_000)}">`],
    ['an equals sign that never comes', `link${' '.repeat(29_000)}`],
    ['many words before an equals sign', 'link '.repeat(5_900)],
  ])('a long text is searched to its end: %s', (_what, text) => {
    expect(isTraceless(`<p>${text}<base>`)).toBe(false);
  });

  test('not one that would keep much memory', () => {
    expect(isTraceless('x'.repeat(30_000))).toBe(true);
    expect(isTraceless('x'.repeat(30_001))).toBe(false);
    const withImage = (bytes: number) => `<img src="data:image/png;base64,${'A'.repeat(bytes)}">`;
    expect(isTraceless(withImage(999_900))).toBe(true);
    expect(isTraceless(withImage(1_000_000))).toBe(false);
  });
});
