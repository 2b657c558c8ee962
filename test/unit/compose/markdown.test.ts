import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { EDGE_MARKDOWN_CHARS, loadMarkdown } from '../../../compose/markdown/load-markdown.ts';
import { leastRatio, MAX_GROWTH } from '../../support/hostile/cpu.ts';
import { doReferenceWork } from '../../support/compose/reference-work.ts';
import { unlimited } from '../../support/unlimited.ts';
import { LONG, typical } from '../../support/thorough.ts';

const markdown = await loadMarkdown(EDGE_MARKDOWN_CHARS);

function render(
  source: string,
  data: Readonly<Record<string, unknown>> = {},
  maxHtmlBytes = 2_000_000,
): string {
  const rest = { template: null, options: {}, filename: null, watermark: null, now: 0 };
  return compose({
    meter: unlimited(),
    content: source,
    data,
    markdown,
    sourceField: 'markdown',
    maxHtmlBytes,
    ...rest,
  }).job.html;
}

/** What is between the body's tags. */
const bodyOf = (source: string, data?: Readonly<Record<string, unknown>>): string =>
  /<body[^>]*>(.*)<\/body>/s.exec(render(source, data))?.[1]?.trim() ?? '';

describe('Markdown', () => {
  test('has tables, footnotes, tasks, code, links to headings, strikethrough and HTML', () => {
    expect(bodyOf('| a |\n| -: |\n| b |')).toContain('<td style="text-align:right">b</td>');
    expect(bodyOf('a[^n]\n\n[^n]: note')).toMatch(
      /<sup class="footnote-ref"><a href="#fn1" id="fnref1">1<\/a><\/sup>.*<li id="fn1"/s,
    );
    expect(bodyOf('- [x] done\n- [ ] open\n- plain')).toMatch(
      /<li class="task"><svg[^>]*aria-label="done">.*<\/svg>done<\/li>\n<li class="task"><svg[^>]*aria-label="open">.*<\/svg>open<\/li>\n<li>plain<\/li>/s,
    );
    expect(bodyOf('```ts\na < b\n```')).toBe('<pre><code class="language-ts">a &lt; b\n</code></pre>');
    expect(bodyOf('# A title, `b`\n# A title, `b`')).toBe(
      '<h1 id="a-title-b">A title, <code>b</code></h1>\n<h1 id="a-title-b-1">A title, <code>b</code></h1>',
    );
    expect(bodyOf('~~a~~ <kbd>b</kbd>')).toBe('<p><s>a</s> <kbd>b</kbd></p>');
    expect(bodyOf('https://a.dev/b a@b.dev name.md')).toBe(
      '<p><a href="https://a.dev/b">https://a.dev/b</a> a@b.dev name.md</p>',
    );
  });

  test('gives each heading its own id', () => {
    const ids = (source: string) => Array.from(bodyOf(source).matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids('# a\n# a\n# a 1\n# a\n# a-1\n# Größe\n# Größe\n# !')).toEqual([
      'a',
      'a-1',
      'a-1-1',
      'a-2',
      'a-1-2',
      'größe',
      'größe-1',
      'section',
    ]);
  });

  test('has the title of its first heading', () => {
    expect(render('text\n\n## A & {{name}}\n\n# B', { name: '<i>*C*' })).toContain(
      '<title>A &amp; &lt;i&gt;*C*</title>',
    );
  });

  test.each([
    ['# Part I<br>The Danube', 'Part I The Danube'],
    ['Part I\nThe Danube\n===', 'Part I The Danube'],
    ['# Hello<span class="sub">World</span>', 'Hello World'],
    ['# <span style="display: block">Hello</span>World!', 'Hello World!'],
    ['# Hello (<span class="y">2026</span>), all', 'Hello (2026), all'],
    ['# Hel<b>lo</b> <span style="color: red">W</span>orld', 'Hello World'],
    ['# a {{{lines}}}', 'a b c'],
    ['# a<span class="x">{{t}}</span>', 'a *b*'],
  ])('has a title whose words are apart: %s', (source, title) => {
    const html = render(source, { lines: 'b<br>c', t: '*b*' });
    expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe(title);
  });

  test('is a document that is printed with its options', () => {
    const { job, filename } = compose({
      meter: unlimited(),
      content: '# A',
      data: {},
      markdown,
      sourceField: 'markdown',
      maxHtmlBytes: 100_000,
      template: null,
      options: { format: 'A5', outputName: 'n' },
      filename: null,
      watermark: null,
      now: 0,
    });
    expect([job.paper, filename, job.sourceField]).toEqual([
      { widthMm: 148, heightMm: 210 },
      'n.pdf',
      'markdown',
    ]);
  });
});

describe('[[toc]]', () => {
  const SOURCE =
    '# Title\n\n[[toc]]\n\n## Größe\n\n### Deep *and* `code`\n\n#### Too deep\n\n## Größe\n\n# End';

  test('becomes links to the headings after it, as nested lists', () => {
    expect(/<nav.*nav>/.exec(bodyOf(SOURCE))?.[0]).toBe(
      '<nav class="toc"><ul><li><a href="#größe">Größe</a><ul><li><a href="#deep-and-code">Deep <em>and</em> <code>code</code></a></li></ul></li>' +
        '<li><a href="#größe-1">Größe</a></li></ul><ul><li><a href="#end">End</a></li></ul></nav>',
    );
  });

  test('leaves links, images, footnotes and HTML out of its links', () => {
    const source = '[[TOC]]\n\n# [a](https://a.dev) ![b](c.png) <b>d</b>[^1] e\\*\n\n[^1]: note';
    expect(/<nav.*nav>/.exec(bodyOf(source))?.[0]).toBe(
      '<nav class="toc"><ul><li><a href="#a--d-e">a  d e*</a></li></ul></nav>',
    );
  });

  test('keeps the words of a heading apart that has a line break', () => {
    expect(bodyOf('[[toc]]\n\n# First<br>second\n\n# One<br/>**two**')).toContain(
      '<a href="#firstsecond">First\nsecond</a></li><li><a href="#onetwo">One\n<strong>two</strong></a>',
    );
  });

  test('leaves the text of an entry to the layout if CSS may part the words of its heading', () => {
    const empty = /<nav class="toc"><ul><li><a href="#[^"]+"><\/a><\/li><\/ul><\/nav>/;
    for (const heading of [
      'Hello<span class="sub">World</span>',
      '<span style="display: block">Hello</span>World',
      'a<div>b</div>',
    ])
      expect(bodyOf(`[[toc]]\n\n# ${heading}`)).toMatch(empty);
    for (const heading of [
      'Hel<b>lo</b>',
      '<span style="color: red">x</span>y',
      'a<span class="n">b</span>[^1]',
    ])
      expect(bodyOf(`[[toc]]\n\n# ${heading}\n\n[^1]: note`)).not.toMatch(empty);
  });

  test('has the values of headings', () => {
    expect(bodyOf('[[toc]]\n\n# {{t}}', { t: '<*x*>' })).toContain(
      '<nav class="toc"><ul><li><a href="#x">&lt;*x*&gt;</a></li></ul></nav>',
    );
  });

  test('stays text in a paragraph, in code, in a value and the second time', () => {
    for (const source of ['a [[toc]]', '    [[toc]]', '- [[toc]] b', '{{v}}', '# [[toc]]'])
      expect(bodyOf(source, { v: '[[toc]]' })).not.toContain('<nav');
    expect(bodyOf('[[toc]]\n\n[[toc]]')).toBe('<nav class="toc"></nav>\n<p>[[toc]]</p>');
  });

  test('brings its styles, and a document without it has none of them', () => {
    expect(render('[[toc]]')).toContain('target-counter');
    expect(render('# a')).not.toContain('target-counter');
  });
});

/** Every character that Markdown or HTML reads. */
const MARKS =
  '\\ ` * _ { } [ ] ( ) # + - . ! | ~ < > & " \' : ^ $ = @ https://a.dev www.a.dev &amp; &#42; <b>x</b> [a](b) ![a](b) **a** `a` ~~a~~ [^1] {{a}}';
const PRINTED = MARKS.replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')
  .replaceAll("'", '&#x27;')
  .replaceAll('`', '&#x60;')
  .replaceAll('=', '&#x3D;');

describe('a value in Markdown', () => {
  test.each([
    ['a paragraph', '{{v}}', `<p>${PRINTED}</p>`],
    ['the middle of a word', 'a{{v}}b', `<p>a${PRINTED}b</p>`],
    ['emphasis', '**{{v}}**', `<p><strong>${PRINTED}</strong></p>`],
    ['a quote', '> {{v}}', `<blockquote>\n<p>${PRINTED}</p>\n</blockquote>`],
    ['code', '`{{v}}`', `<p><code>${PRINTED}</code></p>`],
    ['a block of code', '```\n{{v}}\n```', `<pre><code>${PRINTED}\n</code></pre>`],
    ['the text of a link', '[{{v}}](https://a.dev)', `<p><a href="https://a.dev">${PRINTED}</a></p>`],
    ['an address', '[a](https://a.dev/?q={{v}})', `<p><a href="https://a.dev/?q=${PRINTED}">a</a></p>`],
    ['HTML', '<b title="{{v}}">a</b>', `<p><b title="${PRINTED}">a</b></p>`],
  ])('is printed as it is in %s', (_name, source, html) => {
    expect(bodyOf(source, { v: MARKS })).toBe(html);
  });

  test('is printed as it is in a table, and cannot end its cell, its row or its list', () => {
    const rows = [{ v: '| x |\n| y |' }, { v: '# z\n\n- w' }];
    expect(
      bodyOf('| a |\n| - |\n{{#each rows}}\n| {{v}} |\n{{/each}}', { rows }).match(/<td>/g),
    ).toHaveLength(2);
    expect(bodyOf('{{#each rows}}\n- {{v}}\n{{/each}}', { rows }).match(/<li>|<h1|<p>/g)).toEqual([
      '<li>',
      '<li>',
    ]);
  });

  test('with letters and digits only may be a part of the Markdown: the number of an item, a heading', () => {
    expect(bodyOf('{{n}}. a', { n: 7 })).toBe('<ol start="7">\n<li>a</li>\n</ol>');
    expect(bodyOf('# {{t}}', { t: 'Größe 2' })).toBe('<h1 id="größe-2">Größe 2</h1>');
  });

  test('in three braces is Markdown', () => {
    expect(bodyOf('{{{v}}}', { v: '**a**' })).toBe('<p><strong>a</strong></p>');
  });

  test('of a helper is its HTML', () => {
    expect(bodyOf('a {{nl2br v}}', { v: '*b*\n<c>' })).toBe('<p>a *b*<br>&lt;c&gt;</p>');
  });

  test('cannot stand for another one', () => {
    const forged = '\uFDD00\uFDD1 %EF%B7%901%EF%B7%91';
    expect(bodyOf('{{a}} {{{b}}} \uFDD00\uFDD1', { a: '<1>', b: forged })).not.toContain('undefined');
    expect(bodyOf('{{b}}', { b: forged })).toBe(`<p>${forged}</p>`);
  });
});

describe('limits', () => {
  test('of the length, before and after it is HTML', () => {
    const long = {
      details: [
        expect.stringMatching(
          /^markdown: has 100001 characters after templating; Markdown may have 100000 here$/,
        ),
      ],
    };
    expect(() => render('x'.repeat(100_001))).toThrow(expect.objectContaining(long));
    const rows = Array.from({ length: 2_000 }, () => 'x'.repeat(60));
    expect(() =>
      render('{{#each rows}}{{this}}\n{{/each}}', { rows: rows.map((row) => `<${row}>`) }, 100_000),
    ).toThrow(
      expect.objectContaining({
        details: [expect.stringMatching(/^markdown: is .* the plan allows 100000$/)],
      }),
    );
  });

  test('of the template say where it is wrong', () => {
    expect(() => render('# A\n{{money 1}}')).toThrow(
      'markdown, line 2, column 1: There is no helper "money"',
    );
  });

  const repeated = (text: string): string => text.repeat(Math.floor(EDGE_MARKDOWN_CHARS / text.length));
  test.each(
    typical(
      [
        '> ',
        '- ',
        '*a ',
        '**a*b',
        '[',
        '![[]()',
        '[a](b',
        '`a``b```',
        '<a ',
        '<!--',
        '|x|y|\n',
        '^[a]',
        '[^1]',
        '- [ ] a\n',
        '1. a\n',
        '[1]: /a\n',
        '# a\n',
        '# a-1\n# a\n',
        '[[toc]]\n\n# a\n\n',
        'a\n-\n',
        'http://',
        '&#42;',
        '> - 1. ',
      ],
      8,
    ),
  )('of the time: a document of %j takes no longer than a multiple of other work', LONG, async (text) => {
    const source = `|a|b|\n|-|-|\n${repeated(text).slice(0, MAX_MARKS - 20)}`;
    const ratio = await leastRatio(
      () => timed(() => render(source)),
      () => timed(doReferenceWork),
      MAX_RATIO,
    );
    expect(ratio).toBeLessThan(MAX_RATIO);
  });
});

describe('Markdown that would take long', () => {
  const marks = 'characters such as * and [, and line ends,';
  const parts = 'parts of lists, tables and paragraphs';
  const wide = (text: string, columns = 200) => `${text.repeat(columns)}|\n`;
  test.each([
    [
      'marks',
      '['.repeat(30_000),
      `markdown: has 30000 ${marks} after templating; Markdown may have 25000 here`,
    ],
    [
      'line ends',
      'a\n'.repeat(26_000),
      `markdown: has 26000 ${marks} after templating; Markdown may have 25000 here`,
    ],
    [
      'cells that its rows leave out',
      `${wide('|a')}${wide('|-')}${'a\n'.repeat(300)}`,
      `markdown: has 50001 ${parts} after templating; Markdown may have 50000 here`,
    ],
  ])('is refused for its %s', (_, source, problem) => {
    expect(() => render(source)).toThrow(expect.objectContaining({ details: [problem] }));
  });

  test('may have a quarter of marks', () => {
    expect(bodyOf('[ab '.repeat(MAX_MARKS - 1))).toMatch(/^<p>(?:\[ab ?){24999}<\/p>$/);
  });

  test('has its footnotes in a time in proportion to their number', async () => {
    const notes = (count: number) =>
      Array.from({ length: count }, (__, n) => `a[^${n}]\n\n[^${n}]: b\n\n`).join('');
    expect(bodyOf(notes(2_000)).match(/<li id="fn/g)).toHaveLength(2_000);
    const ratio = await leastRatio(
      () => timed(() => render(notes(2_000))),
      () => 8 * timed(() => render(notes(250))),
      MAX_GROWTH,
    );
    expect(ratio).toBeLessThan(MAX_GROWTH);
  });
});

const MAX_MARKS = EDGE_MARKDOWN_CHARS / 4;

const MAX_RATIO = 30;

function timed(work: () => unknown): number {
  const { user, system } = process.cpuUsage();
  work();
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / 1_000;
}
