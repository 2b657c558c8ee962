import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../../compose/check-template.ts';
import { compose } from '../../../../compose/compose.ts';
import type { CompositionInput } from '../../../../compose/composition-input.ts';
import { TemplateError } from '../../../../compose/errors.ts';
import { BULK_MARKDOWN_CHARS, loadMarkdown } from '../../../../compose/markdown/load-markdown.ts';
import { EDGE_LIMITS } from '../../../../compose/template-limits.ts';
import { startTemplating } from '../../../../compose/templating.ts';
import { unlimited } from '../../../support/unlimited.ts';

type Partials = Readonly<Record<string, string>>;

const job = (html: string, partials: Partials, data = {}, more: Partial<CompositionInput> = {}) =>
  compose({
    meter: unlimited(),
    content: html,
    partials,
    data,
    template: null,
    options: {},
    filename: null,
    maxHtmlBytes: 1e6,
    watermark: null,
    now: 0,
    ...more,
  });

const print = (html: string, partials: Partials, data = {}): string => job(html, partials, data).job.html;

function failureOf(work: () => unknown): TemplateError {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('Nothing failed.');
}

const messageOf = (work: () => unknown): string => failureOf(work).message;

describe('a partial of the workspace', () => {
  test.each<[what: string, html: string, partials: Partials, printed: string]>([
    ['prints its text', 'a{{> b}}c', { b: 'B' }, 'aBc'],
    ['sees the data of its caller', '{{#with x}}{{> b}}{{/with}}', { b: '{{y}}' }, '1'],
    ['sees the context that it gets', '{{> b x}}', { b: '{{y}}' }, '1'],
    ['sees named arguments beside the data', '{{> b x z="2"}}', { b: '{{y}}{{z}}' }, '12'],
    [
      'sees names of the data around',
      '{{#each list}}{{> b}}{{/each}}',
      { b: '{{this}}{{@root.x.y}} ' },
      '11 21 ',
    ],
    ['escapes as its caller', '{{> b}}', { b: '{{html}}{{{html}}}' }, '&lt;i&gt;<i>'],
    ['calls helpers', '{{> b}}', { b: '{{currency 2 "EUR"}}' }, '€2.00'],
    ['calls other partials', '{{> b}}', { b: '[{{> c}}]', c: 'C' }, '[C]'],
    ['is chosen by the data', '{{> (lookup . "name")}}', { b: 'B', c: 'C' }, 'C'],
    ['hides the block that would be printed without it', '{{#> b}}none{{/b}}', { b: 'B' }, 'B'],
    ['is not needed where a block is its default', '{{#> missing}}none{{/missing}}', { b: 'B' }, 'none'],
    ['is hidden by an inline partial', '{{#*inline "b"}}own{{/inline}}{{> b}}', { b: 'B' }, 'own'],
    ['may be called constructor', '{{> constructor}}', { constructor: 'C' }, 'C'],
  ])('%s', (_what, html, partials, printed) => {
    expect(print(html, partials, { x: { y: 1 }, list: [1, 2], html: '<i>', name: 'c' })).toBe(printed);
  });

  test('is indented as its call', () => {
    expect(print('<ul>\n  {{> rows}}\n</ul>\n', { rows: '<li>1\n<li>2\n' })).toBe(
      '<ul>\n  <li>1\n  <li>2\n</ul>\n',
    );
  });

  test('is a layout: it prints the block of its caller, and its inline partials', () => {
    const page = '<title>{{> title}}</title>{{#> nav}}no nav{{/nav}}<main>{{> @partial-block}}</main>';
    const html = '{{#> page}}{{#*inline "title"}}T {{n}}{{/inline}}body {{n}}{{/page}}';
    expect(print(html, { page }, { n: 1 })).toBe('<title>T 1</title>no nav<main>body 1</main>');
  });

  test('is a layout in a layout, and each block is printed where it belongs', () => {
    const partials = {
      page: '<p>{{> @partial-block}}</p>',
      letter: '{{#> page}}<l>{{> @partial-block}}</l>{{/page}}',
    };
    expect(print('{{#> letter}}one{{/letter}}{{#> page}}two{{/page}}', partials)).toBe(
      '<p><l>one</l></p><p>two</p>',
    );
  });

  test('keeps the inline partials of each call apart, also within itself', () => {
    const box = '[{{#> label}}-{{/label}} {{> @partial-block}} {{#> label}}-{{/label}}]';
    const inner = '{{#> box}}{{#*inline "label"}}b{{/inline}}x{{/box}}';
    expect(print(`{{#> box}}{{#*inline "label"}}a{{/inline}}${inner}{{/box}}`, { box })).toBe(
      '[a [b x b] a]',
    );
  });

  test('is printed in bands, in the name of the file and in metadata, with the escaping of each', () => {
    const options = {
      header: { content: '{{> who}}' },
      footer: [{ content: '{{> who}}' }],
      metadata: { title: '{{> who}}' },
      outputName: 'of {{> who}}',
    };
    const template = { name: 'x', settings: options };
    const { job: made, filename } = job('', { who: '{{name}}' }, { name: 'A & B' }, { template });
    expect([made.header[0]?.html, made.footer[0]?.html]).toEqual(['A &amp; B', 'A &amp; B']);
    expect([made.finish?.metadata?.title, filename]).toEqual(['A & B', 'of A & B.pdf']);
  });

  test('is Markdown in Markdown, and its values are not', async () => {
    const markdown = await loadMarkdown(BULK_MARKDOWN_CHARS);
    const partials = { note: '**{{text}}** \uFDD00\uFDD1' };
    const { html } = job('# Hi\n\n{{> note}}', partials, { text: '*star*' }, { markdown }).job;
    expect(html).toContain('<strong>*star*</strong> 0');
  });

  test('is not called by a document without templating', () => {
    expect(job('{{> b}}', { b: 'B' }, {}, { templating: 'none' }).job.html).toBe('{{> b}}');
  });
});

describe('an error in a partial', () => {
  const partials = {
    layout: 'top\n  {{> footer}}\n{{> @partial-block}}',
    footer: 'one\n{{currency total "EUR"}}',
    broken: 'x {{#if a}}',
    vain: '{{> nowhere}}',
  };
  const template = { name: 'invoice', settings: {} };
  const failing = (html: string, more: Partial<CompositionInput> = { template }) =>
    failureOf(() => job(html, partials, { total: 'ten' }, more));

  test('names the partial, its line and column, and the calls that lead to it', () => {
    const error = failing('{{#> layout}}{{/layout}}');
    expect([error.document, error.position]).toEqual(['partial:footer', { line: 2, column: 1 }]);
    expect(error.message).toMatch(
      /^partial:footer, line 2, column 1: currency: .*templateData\.total is "ten"/,
    );
    expect(error.details.slice(0, 2)).toEqual(['{{currency total "EUR"}}', '^']);
  });

  test('has the chain of calls in its message', () => {
    expect(messageOf(() => job('{{> vain}}', partials, {}, { template }))).toBe(
      'partial:vain, line 1, column 1: The partial nowhere could not be found (invoice → vain → nowhere). Partials here: "layout", "footer", "broken", "vain"',
    );
  });

  test('is reported in the source of the block, not of the layout that prints it', () => {
    const error = failing('x\n{{#> layout2}}{{currency total "EUR"}}{{/layout2}}', {
      template,
      partials: { layout2: '\n\n{{> @partial-block}}' },
    });
    expect([error.document, error.position]).toEqual(['html', { line: 2, column: 15 }]);
  });

  test('of a text without a template begins with the document', () => {
    const error = failing('{{> vain}}', { options: { header: { content: '' } } });
    expect(error.message).toContain('(html → vain → nowhere)');
  });

  test('names it if it does not parse', () => {
    const error = failing('{{> broken}}');
    expect(error.message).toBe(
      'partial:broken, line 1, column 12: {{#if}} opened at line 1, column 3 is never closed (invoice → broken)',
    );
    expect(error.details[0]).toBe('x {{#if a}}');
  });

  test('that calls itself without end names a part of the calls', () => {
    const error = failureOf(() => job('{{> a}}', { a: '{{> b}}', b: '{{> a}}' }));
    expect(error.limit).toBe('depth');
    expect(error.message).toMatch(
      /^partial:[ab], line 1, column 1: the template calls .* \(html → a → b → a → b → … → /,
    );
  });

  test('lists names that the data does not have with the partial', () => {
    const { warnings } = job('{{> b}}{{> b}}', { b: '\n{{gone}}' }, {}, { options: { report: true } }).job;
    expect(warnings).toEqual([
      {
        code: 'EMPTY_PLACEHOLDER',
        message: 'partial:b, line 2, column 3: The data has no "gone".',
        field: 'htmlContent',
      },
    ]);
  });
});

describe('a template that is saved', () => {
  const saving = (content: string, partials: Partials, name: string | undefined = 'invoice') =>
    messageOf(() => checkTemplate({ meter: unlimited(), content, settings: {}, partials, name }));
  const passes = (content: string, partials: Partials) =>
    checkTemplate({ meter: unlimited(), content, settings: {}, partials });

  test('names a cycle with the chain that leads into it', () => {
    const partials = { layout: 'x\n{{> footer}}', footer: '  {{#> layout}}{{/layout}}' };
    expect(saving('{{> layout}}', partials)).toBe(
      'partial:footer, line 1, column 3: The partial layout calls itself (invoice → layout → footer → layout)',
    );
    expect(saving('{{#if x}}{{else}}{{> own}}{{/if}}', { own: '{{> own}}' })).toContain(
      '(invoice → own → own)',
    );
  });

  test('names a partial that is missing below another one', () => {
    expect(saving('{{> layout}}', { layout: '{{> footer}}', footer: '{{> logo}}' })).toMatch(
      'partial:footer, line 1, column 1: The partial logo could not be found (invoice → layout → footer → logo)',
    );
  });

  test.each<[what: string, content: string, partials: Partials]>([
    ['a block is the default', '{{#> a}}x{{/a}}', {}],
    ['the block of a layout is the default', '{{> a}}', { a: '{{#> b}}x{{/b}}' }],
    ['the caller defines it', '{{#> a}}{{#*inline "b"}}{{/inline}}{{/a}}', { a: '{{> b}}' }],
    [
      'another partial defines it',
      '{{> a}}',
      { a: '{{#> b}}{{#*inline "c"}}{{/inline}}{{/b}}', b: '{{> c}}' },
    ],
    ['it defines itself', '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', {}],
    ['the data defines it', '{{#*inline (lookup . "x")}}{{/inline}}{{> a}}', {}],
    ['a layout prints the block of its caller', '{{> a}}', { a: '{{> @partial-block}}' }],
    ['the same partial is called in two ways', '{{> a}}{{> b}}', { a: '{{> b}}', b: '' }],
  ])('passes if %s', (_what, content, partials) => {
    expect(passes(content, partials)).toBeUndefined();
  });

  test('fails if only another document defines the partial', () => {
    const settings = { header: { content: '{{#*inline "a"}}x{{/inline}}{{> a}}' } };
    expect(messageOf(() => checkTemplate({ meter: unlimited(), content: '{{> a}}', settings }))).toMatch(
      /^html, line 1, column 1/,
    );
  });

  test('fails if partials are called more than 16 deep', () => {
    const chain = (length: number): Partials =>
      Object.fromEntries(
        Array.from({ length }, (_, n) => [`p${n}`, n + 1 < length ? `{{> p${n + 1}}}` : 'end']),
      );
    expect(passes('{{> p0}}', chain(16))).toBeUndefined();
    expect(saving('{{> p0}}', chain(17))).toBe(
      'partial:p15, line 1, column 1: Partials are called more than 16 deep (invoice → p0 → p1 → p2 → p3 → … → p12 → p13 → p14 → p15 → p16)',
    );
    // The longest way counts, also if a shorter one was followed first.
    expect(saving('{{> p9}}{{> p0}}', chain(17))).toContain('more than 16 deep');
  });

  test('is checked in time, also if each of 100 partials calls all that follow', () => {
    const partials = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [
        `p${n}`,
        Array.from({ length: 99 - n }, (_unused, m) => `{{#> p${n + m + 1}}}{{/p${n + m + 1}}}`).join(''),
      ]),
    );
    expect(saving('{{> p0}}', partials)).toContain('more than 16 deep');
  });
});

describe('a partial that is saved', () => {
  const check = (name: string, partials: Partials) =>
    startTemplating({ meter: unlimited(), limits: EDGE_LIMITS, now: 0, partials }).checkPartial(name);

  test('may call what its callers define', () => {
    expect(check('layout', { layout: '{{> title}}{{> @partial-block}}' })).toBeUndefined();
  });

  test('may not call itself through others', () => {
    expect(messageOf(() => check('layout', { layout: '{{> footer}}', footer: '{{> layout}}' }))).toBe(
      'partial:footer, line 1, column 1: The partial layout calls itself (layout → footer → layout)',
    );
  });

  test('must be Handlebars, and call helpers that exist', () => {
    expect(messageOf(() => check('a', { a: '\n{{money 1}}' }))).toBe(
      'partial:a, line 2, column 1: There is no helper "money". Do you mean "currency"?',
    );
    expect(messageOf(() => check('a', { a: '{{#if x}}' }))).toMatch(/^partial:a, line 1, column 10: /);
  });

  test('is named if it does not parse, and a template that calls it is checked', () => {
    const partials = { a: '{{#if x}}' };
    const message = messageOf(() =>
      checkTemplate({ meter: unlimited(), content: '{{> a}}', settings: {}, partials }),
    );
    expect(message).toMatch(
      /^partial:a, line 1, column 10: {{#if}} opened at line 1, column 1 is never closed/,
    );
  });
});

describe('partials of a stranger', () => {
  const limits = { ...EDGE_LIMITS, steps: 100_000, tokens: 4_000 };
  const limitOf = (html: string, partials: Partials) =>
    failureOf(() => job(html, partials, {}, { limits })).limit;
  const growing = (call: (next: string) => string): Partials =>
    Object.fromEntries(
      Array.from({ length: 16 }, (_, n) => [`p${n}`, n < 15 ? call(`p${n + 1}`).repeat(8) : 'x']),
    );

  test('that call eight others at each level end at the limit of steps', () => {
    expect(
      limitOf(
        '{{> p0}}',
        growing((next) => `{{> ${next}}}`),
      ),
    ).toBe('steps');
  });

  test('that do so as layouts end at it too', () => {
    const call = (next: string) => `{{#> ${next}}}{{#*inline "i"}}y{{/inline}}{{/${next}}}`;
    expect(limitOf('{{> p0}}', growing(call))).toBe('steps');
  });

  test('may be called 10,000 times', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => n);
    const html = print('{{#each rows}}{{> row}}{{/each}}', { row: '<i>{{this}}</i>' }, { rows });
    expect(html.length).toBe(10_000 * '<i></i>'.length + rows.join('').length);
  });

  test('have as many tokens together as one template', () => {
    const partials = Object.fromEntries(
      Array.from({ length: 4 }, (_, n) => [`p${n}`, `${n}${'{{a}}'.repeat(400)}`]),
    );
    expect(limitOf('{{> p0}}{{> p1}}{{> p2}}{{> p3}}', partials)).toBe('tokens');
  });
});
