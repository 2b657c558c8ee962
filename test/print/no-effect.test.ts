import { describe, expect, test } from 'vitest';
import { bandOf, type JobChanges, jobOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

const printer = usePrinter();

/** Chromium drops both. */
const FAULTS = '@page { size: a6 } @top-left { content: "x" }';

const server = useWebServer((_, response) => {
  const headers = { 'content-type': 'text/css', 'access-control-allow-origin': '*' };
  response.writeHead(200, headers).end(FAULTS);
});

const warningsOf = async (html: string, changes: JobChanges = {}) =>
  (await printer.print(jobOf(html, changes))).report.warnings.map(
    ({ code, message }) => `${code}: ${message}`,
  );

describe('what has no effect', () => {
  const OWN = { documentMargin: true, contentMargin: sides(0) } as const;
  const HYPHENS = '<p lang=de style="width:40mm;hyphens:auto">Rechtsschutzversicherungsgesellschaften';
  const LINKS =
    '<p><a href="#nope">dead</a> <a href="#top">top</a> <a href="#">up</a> <a name=old></a><a href="#old">by name</a><a href="#gr%C3%B6%C3%9Fe">id</a><i id="größe">';

  test.each<[string, string, RegExp, JobChanges]>([
    [
      'a size of @page',
      '<style>@page{size:A5 landscape;margin:15mm}</style><p>x',
      /^UNSUPPORTED_CSS: `size: a5 landscape` .*preferCssPageSize/i,
      OWN,
    ],
    [
      'a size of a named page',
      '<style>@page wide{size:A4 landscape} table{page:wide}</style><table><td>x</table>',
      /^UNSUPPORTED_CSS: `size: a4 landscape` .*preferCssPageSize/i,
      {},
    ],
    [
      'the number of a page in the text',
      '<style>footer::after{content:counter(page) " of " counter(pages)}</style><footer>',
      /^UNSUPPORTED_CSS: `counter\(page\)` and `counter\(pages\)` are 0 outside/,
      {},
    ],
    [
      'a size in lengths',
      '<style>@page{size:100mm 150mm}</style><p>x',
      /^UNSUPPORTED_CSS: `size: 100mm 150mm` /,
      {},
    ],
    [
      'a margin of @page under a header',
      '<style>@page{size:A4;margin:40mm}</style><p>x',
      /^UNSUPPORTED_CSS: `margin-top` of 40 mm .* the header takes its place, with 10 mm/,
      { preferCssPageSize: true, header: bandOf('x', { heightMm: 10 }) },
    ],
    [
      'a margin of @page beside that of the job',
      '<style>@page{margin:10mm 20mm 0}</style><p>x',
      /^UNSUPPORTED_CSS: `margin` \(in @page\) has no effect, because `options\.margin` takes its place: 20 mm at the right \(the page has 10 mm\), 20 mm at the left \(/,
      {},
    ],
    ...(
      [
        ['bleed: 3mm', 'bleed: 3mm', {}],
        ['marks: crop cross', 'marks: crop cross', {}],
        ['size: a6', 'size: a6', { preferCssPageSize: true }],
        ['marign: 20mm', 'marign: 20mm', {}],
        ['box-shadow: 0 0 9mm red', 'box-shadow: 0 0 9mm red', {}],
        ['/* a */ margin: 5mm; transform: rotate(9deg) !important', 'transform: rotate(9deg)', OWN],
      ] as const
    ).map(([css, named, changes]): [string, string, RegExp, JobChanges] => [
      `${css} in @page`,
      `<style>@page { ${css} }</style><p>x`,
      new RegExp(
        `^UNSUPPORTED_CSS: Some CSS for pages has no effect: \`${RegExp.escape(named)}[^\`]*\`? \\(in @page\\)|${RegExp.escape(named)} \\(in @page\\)`,
      ),
      changes,
    ]),
    ...[
      '@page :frist { margin: 9mm }',
      '@page { @top-middle { content: "x" } }',
      '@top-left { content: "x" }',
      '@media print { @bottom-center { content: counter(page) } }',
      '@page { @top-left { contnet: "x" } }',
      '@page { background: url("a;b") ; margin: 10mm }',
      '@page { background-color: red; list-style: url(a); transform: none }',
      '@page :frist { margin: 9mm } h1 { bookmark-level: 1 }',
      'h1 { prince-bookmark-level: 1 }',
      'p { -ah-line-break: x }',
      'p { float: top }',
      '@prince-pdf { prince-pdf-page-mode: show }',
      '@page { @top-left { content: element(head) } }',
    ].map((css): [string, string, RegExp, JobChanges] => [
      css,
      `<style>${css}</style><p>x`,
      /^UNSUPPORTED_CSS: Some CSS for pages has no effect: `/,
      {},
    ]),
    [
      'a page that is turned',
      '<style>@page wide{page-orientation:rotate-left} table{page:wide}</style><table><td>x</table>',
      /^UNSUPPORTED_CSS: `page-orientation: rotate-left` \(in @page\) .*preferCssPageSize/,
      {},
    ],
    ...[
      '<br style="page-break-after: always">',
      '<style>b { break-before: page }</style><b>x</b>',
      '<div style="float: left; break-after: page">x</div>',
      '<div style="position: absolute; break-after: page">x</div>',
      '<div style="display: inline-block"><p style="break-after: page">x</div>',
      '<div style="display: flex"><p style="break-after: page">x</div>',
      '<div style="columns: 2"><p style="break-after: page">x</div>',
    ].map((html): [string, string, RegExp, JobChanges] => [
      `the break of ${html}`,
      `${html}<p>y`,
      /^UNSUPPORTED_CSS: The page breaks of `\w+` have no effect\. .*Put the break on a <div>/,
      {},
    ]),
    ...(
      [
        ['in @page', '@page { margin: 0; @bottom-right { content: counter(page) } }', OWN],
        ['by default', '@page { @bottom-right { content: counter(page) } }', OWN],
        [
          'in the request',
          '@page { @bottom-right { content: "x" } }',
          { contentMargin: sides(9, { bottomMm: 0 }) },
        ],
      ] as const
    ).map(([where, css, changes]): [string, string, RegExp, JobChanges] => [
      `a margin box without a margin ${where}`,
      `<style>${css}</style><p>x`,
      /^UNSUPPORTED_CSS: Margin boxes of @page .*: `@bottom-right` \(the bottom margin is 0\)/,
      changes,
    ]),
    ['automatic hyphens', HYPHENS, /^UNSUPPORTED_CSS: `hyphens: auto` .*&shy;/, {}],
    [
      'a mask that excludes',
      '<style>.f{height:9px;mask:conic-gradient(#000 0 0) content-box exclude,conic-gradient(#000 0 0)}</style><p class=f>',
      /^UNSUPPORTED_CSS: `mask-composite: exclude`/,
      {},
    ],
    [
      'a mask that excludes by the old name',
      '<style>.f{height:9px;-webkit-mask:conic-gradient(#000 0 0) content-box,conic-gradient(#000 0 0);-webkit-mask-composite:xor}</style><p class=f>',
      /^UNSUPPORTED_CSS: `mask-composite: exclude`/,
      {},
    ],
    ['a link to nothing', LINKS, /^DEAD_LINKS: Links lead to no element of the document: "#nope"\.$/, {}],
  ])('is named: %s', async (_, html, message, changes) => {
    expect(await warningsOf(html, changes)).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    ['linked', (url: string) => `<link rel=stylesheet href="${url}">`],
    ['imported', (url: string) => `<style>@import url("${url}")</style>`],
  ])('is named in a %s style sheet', async (_, toStyle) => {
    const message =
      'UNSUPPORTED_CSS: Some CSS for pages has no effect: `size: a6 (in @page)`, `@top-left outside of @page`.';
    expect(await warningsOf(`${toStyle(server.url('/open.css'))}<p>x`)).toEqual([message]);
    const dataUrl = `data:text/css,${encodeURIComponent(FAULTS)}`;
    expect(await warningsOf(`${toStyle(dataUrl)}<p>x`)).toEqual([message]);
    expect(await warningsOf(`${toStyle(dataUrl)}<p>x`, { report: false })).toEqual([]);
  });

  test.each<[string, string, JobChanges]>([
    [
      'what works in @page',
      '<style>@page{margin:15mm;background:#eee;border:1px solid;padding:2mm;color:red;font:9pt serif;counter-increment:page;@top-left{content:"a;}" counter(page,upper-roman);width:var(--b,30%);vertical-align:top}} @page :first{margin-top:var(--a,3cm)}</style><p>x',
      OWN,
    ],
    [
      'a page that is turned by the document',
      '<style>@page{page-orientation:rotate-left}</style><p>x',
      { preferCssPageSize: true },
    ],
    ['a size that the paper has', '<style>@page{size:A4;margin:15mm}</style><p>x', OWN],
    ['a size that the request takes', '<style>@page{size:A5}</style><p>x', { preferCssPageSize: true }],
    [
      'a margin that is the header\u2019s',
      '<style>@page{margin:10mm}</style><p>x',
      { ...OWN, contentMargin: sides(0, { topMm: 10 }), header: bandOf('x', { heightMm: 10 }) },
    ],
    ['the margin of a job', '<style>@page{margin:10mm}</style><p>x', {}],
    [
      'page breaks that are made',
      '<style>h1 { break-before: page } .n { break-after: page; display: none }</style><h1>a</h1><b class=n>x</b><hr style="break-after: page"><table><tr style="break-after: page"><td>x<tr><td>y</table><div style="display: grid"><p style="break-after: page">z<p>y</div>',
      {},
    ],
    [
      'a margin box with room',
      '<style>@page { margin: 20mm; @top-left { content: "x" } } @page :first { @top-left { content: none } }</style><p>x',
      OWN,
    ],
    ['a margin box without content', '<style>@page { @top-left { content: none } }</style><p>x', OWN],
    ['no margin of its own', '<style>@page{margin:0}</style><p>x', {}],
    ['hyphens where soft ones are written', HYPHENS.replace('ver', '&shy;ver'), {}],
    [
      'the number of a page in a margin box',
      '<style>@page{margin:20mm;@top-left{content:counter(page)}}</style><p>x',
      OWN,
    ],
    [
      'a counter with the name of that of pages',
      '<style>p{counter-increment:page}p::before{content:counter(page)}</style><p>x',
      {},
    ],
    ['a mask that adds', '<style>p{mask:conic-gradient(#000 0 0),conic-gradient(#000 0 0)}</style><p>x', {}],
    ['anything without a report', `<style>@page{size:A5}</style>${HYPHENS}`, { report: false }],
  ])('is not %s', async (_, html, changes) => {
    expect(await warningsOf(html, changes)).toEqual([]);
  });
});
