import { describe, expect, test } from 'vitest';
import { isSelfContained, isStatic } from '../print/still-html.ts';
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
