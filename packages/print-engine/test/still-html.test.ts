import { describe, expect, test } from 'vitest';
import { isSelfContained, isStatic, leavesNoTrace } from '../fast/still-html.ts';
import { makeJob } from './support.ts';

const MANY = 8_000_000;

test.each([
  ['a word before an equals sign that never comes', `background${' '.repeat(MANY)}`],
  ['the beginning of a handler', ` on${'a'.repeat(MANY)}`],
  ['many such beginnings', ' on'.repeat(MANY / 3)],
  ['a style in which a word may be hidden', `&#style${' '.repeat(MANY)}`],
])('a long text is searched to its end: %s', (_what, text) => {
  expect(isStatic(makeJob({ html: text }))).toBe(true);
  expect(isStatic(makeJob({ html: `${text}<script>` }))).toBe(false);
});

test.each([
  ['<div style="background: linear-gradient(red, blue) fixed">x</div>', false],
  ['<style>p { background-image: none; background-attachment: FIXED }</style>', false],
  ['<style>p { --a: fixed; background-attachment: var(--a) }</style>', false],
  ['<video controls></video>', false],
  ['<audio controls></audio>', false],
  ['<style>p { background: red; position: fixed } table { table-layout:fixed }</style>', true],
  ['<p>A fixed price', true],
])('%s is static: %s', (html, expected) => {
  expect(isStatic(makeJob({ html }))).toBe(expected);
});

const IMAGE = '<img src="data:image/png;base64,AAAA">';
const FONT = 'src: url(data:font/woff2;base64,AAAA) format("woff2")';

const isOwn = (html: string): boolean => isSelfContained(makeJob({ html }));

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
    String.raw`<style>@font-face { ${FONT} } @\6dedia (min-width: 9px) {}</style>`,
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

const isTraceless = (html: string): boolean => leavesNoTrace(makeJob({ html }));

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
    '<me<style>ta name="referrer" content="no-referrer">',
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
    ['an element that never ends', `<meta${' '.repeat(29_900)}`],
    ['many beginnings', '<meta charset='.repeat(1_900)],
    ['many attributes', `<style${' media=""'.repeat(3_000)}`],
    ['a value that never ends', `<meta name="author" content="${'a'.repeat(29_000)}`],
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
