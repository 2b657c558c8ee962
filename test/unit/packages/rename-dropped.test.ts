import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OWN } from '../../../packages/print-engine/in-page/scripts/paged/own-names.ts';
import { KEEP, renameDropped } from '../../../packages/print-engine/in-page/scripts/paged/rename-dropped.ts';

/** Node has no CSS. Chromium keeps each declaration and selector of `@page` that is here. `test/print/` has those that it drops. */
class KeptRule {
  readonly style = { length: 1 };
}

beforeAll(() => {
  vi.stubGlobal('CSSPageRule', KeptRule);
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      readonly cssRules = [new KeptRule()];
      replaceSync(): void {}
    },
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe('is renamed', () => {
  test.each([
    ['h1 { string-set: title content() }', `h1 { --${OWN}-string-set: title content() }`],
    ['h1{STRING-SET:title content()}', `h1{--${OWN}-string-set:title content()}`],
    ['h1{color:red;bookmark-level:2!important}', `h1{color:red;--${OWN}-bookmark-level:2!important}`],
    [
      'h1 { bookmark-label: "a"; bookmark-state: closed }',
      `h1 { --${OWN}-bookmark-label: "a"; --${OWN}-bookmark-state: closed }`,
    ],
    ['h1 { str\\69ng-set: a "b" }', `h1 { --${OWN}-string-set: a "b" }`],
    ['h1 { /* } */ string-set /**/ : a "}" ; }', `h1 { /* } */ --${OWN}-string-set /**/ : a "}" ; }`],
    [
      '@media print { section { color: red; & > h1 { string-set: a "b" } bookmark-level: none } }',
      `@media print { section { color: red; & > h1 { --${OWN}-string-set: a "b" } --${OWN}-bookmark-level: none } }`,
    ],
    ['h1 { string-set: a /* ; */ "b" /* } */ }', `h1 { --${OWN}-string-set: a   "b" /* } */ }`],
    ['a{}b:hover{c:d}h1{string-set:a "b"}', `a{}b:hover{c:d}h1{--${OWN}-string-set:a "b"}`],
    ['a { --x: { y: z }; string-set: a "b" }', `a { --x: { y: z }; --${OWN}-string-set: a "b" }`],
    [
      'a { background: url(a;b{c) } h1 { string-set: a "b" }',
      `a { background: url(a;b{c) } h1 { --${OWN}-string-set: a "b" }`,
    ],
    ['h1 { string-set: a "b"', `h1 { --${OWN}-string-set: a "b"`],
    ['@page :blank { margin: 0 }', `@page ${OWN}-blank { margin: 0 }`],
    ['@page :nth( 1 ), front:nth(1) { margin: 0 }', `@page ${OWN}-first, ${OWN}-first-front { margin: 0 }`],
    [
      '@page :nth(2N + 1), front:nth(even) { margin: 0 }',
      `@page ${OWN}-odd, ${OWN}-even-front { margin: 0 }`,
    ],
    ['.a::footnote-call, ::footnote-marker {}', `.a ${OWN}-call::before, [data-${OWN}-note]::before {}`],
    ['p { float: footnote !important }', `p { --${OWN}-float: footnote !important }`],
    [
      '@page { @footnote { border: 0 } margin: 0 }',
      `@page { } [data-${OWN}-footnotes] { border: 0 } @page ${OWN}-rest { margin: 0 }`,
    ],
    ['@page:blank{margin:0}', `@page ${OWN}-blank{margin:0}`],
    [
      '@supports (string-set: a content()) { h1 { color: red } }',
      `@supports (--${OWN}-string-set: a content()) { h1 { color: red } }`,
    ],
    [`a::after { content: leader('.') !important }`, `a::after { content: leader('.') ${KEEP} !important }`],
    [
      '@page { @top-center { content: "– " string(title, last) " –" } }',
      `@page { @top-center { content: "– " string(title, last) " –" ${KEEP} } }`,
    ],
  ])('%s', (css, expected) => {
    expect(renameDropped(css)).toEqual({ text: expected, found: true, unsupported: [] });
  });
});

describe('stays as it is', () => {
  test.each([
    '/* string-set: a */ a { color: red }',
    'a::after { content: "string-set: a; } b { string-set: c" }',
    '.string-set { color: red }',
    'constructor { constructor: __proto__; toString: a }',
    '[data-x="a { string-set: b }"] { color: red }',
    'string-set: a content();',
    'a { b: c(string-set: d) }',
    'a { --string-set: b }',
    `a::after { content: leader('.') target-counter(attr(href), page) }`,
    'a::after { content: string(title) }',
    'a { float: left; position: relative }',
    '@page { @top-left { content: counter(page) counters( pages, "."); counter-reset: chapter } }',
    '@page { @top-left { content: counter(sheet) } counter-increment: sheet 2 }',
    'a::after { content: counter(chapter) }',
    '@page first { margin: 0 } @page :first { margin: 0 }',
    '',
    '}}}} ((( {{{',
  ])('%s', (css) => {
    expect(renameDropped(css)).toEqual({ text: css, found: false, unsupported: [] });
  });
});

test('deep blocks and long texts are read', () => {
  const deep = `${'a{'.repeat(50_000)}string-set: b "c"`;
  expect(renameDropped(deep).text).toBe(deep.replace('string-set', `--${OWN}-string-set`));
  const long = `a { --x: ${'{} '.repeat(50_000)} } ${'( '.repeat(50_000)}`;
  expect(renameDropped(long).found).toBe(false);
});

test.each([
  ['p > .note { float: /* */ top }', 'float: top', 'p > .note'],
  ['header { position: running(top) !important }', 'position: running(top) !important', 'header'],
  ['@page { @top-left { content: element(top) } }', 'content: element(top)', '@top-left'],
  ['@page { marks: crop }', 'marks: crop', '@page'],
  ['@page { margin-inside: 2mm }', 'margin-inside: 2mm', '@page'],
  ['@page { margin-outside: 2mm }', 'margin-outside: 2mm', '@page'],
  ['@page { @top-left { content: "A" counter( chapter) } }', 'content: "A" counter( chapter)', '@top-left'],
  ['@page :nth(3n + 1) { margin: 0 }', '@page :nth(3n + 1)', ''],
  ['@page front:blank { margin: 0 }', '@page front:blank', ''],
  ['@page :first { @footnote { margin: 0 } }', '@footnote', '@page :first'],
  ['@media print { a { prince-tooltip: "b" } }', 'prince-tooltip: "b"', 'a'],
])('%s has no effect', (text, css, place) => {
  expect(renameDropped(text)).toEqual({ text, found: false, unsupported: [{ css, place }] });
});
