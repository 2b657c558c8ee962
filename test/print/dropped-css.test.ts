import { describe, expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

/** CSS for pages that Chromium drops when it parses a style sheet. A leader alone shows whether it was found. */

const printer = usePrinter();

const RULE = `p::after { content: leader('+') }`;
const CSS = { 'content-type': 'text/css' };

const server = useWebServer((request, response) => {
  if (request.url === '/open.css')
    response.writeHead(200, { ...CSS, 'access-control-allow-origin': '*' }).end(RULE);
  else if (request.url?.startsWith('/closed.css')) response.writeHead(200, CSS).end(RULE);
  else response.writeHead(404).end();
});

const FILLED = /^one ?\+{20,}/;

describe('a leader alone in', () => {
  test.each([
    ['a style sheet', `<style>${RULE}</style>`],
    ['a minified style sheet', `<style>b{color:red}p::after{content:leader('+')!important}</style>`],
    ['a media query', `<style>@media screen { p::after { content: "x" } } @media print { ${RULE} }</style>`],
    ['a layer, nested', `<style>@layer a { body { & p { &::after { content: leader('+') } } } }</style>`],
    ['a rule after @import', `<style>@import url("data:text/css,b{}"); ${RULE}</style>`],
    ['an imported style sheet', `<style>@import url("data:text/css,${encodeURIComponent(RULE)}")</style>`],
    ['a linked style sheet', `<link rel="stylesheet" href="data:text/css,${encodeURIComponent(RULE)}">`],
    ['a condition', `<style>@supports (string-set: a content()) { ${RULE} }</style>`],
    [
      'a condition that is negated',
      `<style>${RULE} @supports not (string-set: a "b") { p::after { content: "x" } }</style>`,
    ],
    ['a rule with a fallback', `<style>p::after { content: "x"; content: leader('+') }</style>`],
    [
      'a rule beside others that are dropped',
      `<style>x:unknown { a: b } @page :blank { margin: 0 } @unknown { ${RULE} } ${RULE}</style>`,
    ],
    [
      'a rule beside those of scripts',
      `<style>b { color: red } ${RULE}</style><script>document.styleSheets[0].insertRule('i {}', 1); document.styleSheets[0].deleteRule(0)</script>`,
    ],
  ])('%s', async (_, styles) => {
    const { document, report } = await printer.print(jobOf(`<!doctype html><body>${styles}<p>one`));
    expect(await document.text(1)).toMatch(FILLED);
    expect(report.warnings).toEqual([]);
  });
});

test('a leader alone in an open shadow tree', async () => {
  const html = `<!doctype html><div><template shadowrootmode="open"><style>${RULE}</style><p>one</p></template></div><style>b::after { content: leader('.') }</style>`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toMatch(FILLED);
});

test('50 linked style sheets are read, and the others are named', async () => {
  const toCss = (index: number) =>
    index < 49 ? 'b {}' : `p::after { content: leader('${index < 50 ? '+' : '-'}') }`;
  const links = Array.from(
    { length: 52 },
    (_, index) =>
      `<link rel="stylesheet" href="data:text/css,/*${index}*/${encodeURIComponent(toCss(index))}">`,
  );
  const { document, report } = await printer.print(jobOf(`<!doctype html>${links.join('')}<p>one`));
  expect(await document.text(1)).toMatch(FILLED);
  expect(report.warnings.map(({ code, message }) => [code, /\*\d+\*/.exec(message)?.[0]])).toEqual([
    ['STYLE_SHEET_UNREADABLE', '*50*'],
    ['STYLE_SHEET_UNREADABLE', '*51*'],
  ]);
});

test('a rule that wins replaces a leader', async () => {
  const html = `<!doctype html><style>${RULE} p::after { content: "x" }</style><p>one`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toMatch(/^one ?x$/);
});

test('a linked style sheet of a server that allows it is read', async () => {
  const html = `<!doctype html><link rel="stylesheet" href="${server.url('/open.css')}"><p>one`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toMatch(FILLED);
  expect(report.warnings).toEqual([]);
});

test('an imported one of another server cannot be changed, and is named', async () => {
  const html = `<!doctype html><style>@import url("${server.url('/open.css')}")</style><p>one`;
  const { report } = await printer.print(jobOf(html));
  expect(report.warnings).toEqual([
    expect.objectContaining({
      code: 'STYLE_SHEET_UNREADABLE',
      message: expect.stringMatching(/\/open\.css .* must be linked, not imported/),
    }),
  ]);
});

test('one of a server that does not allow it is named, without its query', async () => {
  const closed = `<link rel="stylesheet" href="${server.url('/closed.css?secret')}">`;
  const plain = await printer.print(jobOf(`<!doctype html>${closed}<p>one`));
  expect(plain.report.warnings).toEqual([]);
  const paged = `<!doctype html>${closed}<style>p { string-set: title content() }</style><p>one`;
  const { report } = await printer.print(jobOf(paged));
  expect(report.warnings).toEqual([
    expect.objectContaining({
      code: 'STYLE_SHEET_UNREADABLE',
      message: expect.stringContaining('/closed.css '),
    }),
  ]);
});

test.each([
  ['@page { margin-inside: 2mm }', 'margin-inside: 2mm (in @page)'],
  [
    '@page { margin: 10mm; @top-left { content: counter(chapter) } }',
    'content: counter(chapter) (in @top-left)',
  ],
])('%s alone is named', async (css, name) => {
  const { report } = await printer.print(jobOf(`<!doctype html><style>${css}</style><p>one`));
  expect(report.warnings).toEqual([
    expect.objectContaining({ code: 'UNSUPPORTED_CSS', message: expect.stringContaining(`\`${name}\``) }),
  ]);
});

test('what has no effect is named with its selector, at most ten of them', async () => {
  const html = `<!doctype html><style>p { string-set: title content(); position: running(top) }
    @page { marks: crop; @top-left { content: element(top) } }</style>
    <p style="position: running(a); color: red">one`;
  const { report } = await printer.print(jobOf(html));
  expect(report.warnings).toEqual([
    expect.objectContaining({
      code: 'UNSUPPORTED_CSS',
      message:
        'Some CSS for pages has no effect: `position: running(top) (in p)`, `marks: crop (in @page)`, `content: element(top) (in @top-left)`, `position: running(a) (in style)`.',
    }),
  ]);
  const many = Array.from({ length: 11 }, (_, index) => `.c${index} { position: running(a${index}) }`).join(
    '',
  );
  const { report: long } = await printer.print(jobOf(`<!doctype html><style>${many}</style><p>one`));
  expect(long.warnings[0]?.message).toContain('running(a9)');
  expect(long.warnings[0]?.message).not.toContain('running(a10)');
});
