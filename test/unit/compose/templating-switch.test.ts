import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { EDGE_MARKDOWN_CHARS, loadMarkdown } from '../../../compose/markdown/load-markdown.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { composed } from '../../support/compose/composed.ts';
import { unlimited } from '../../support/unlimited.ts';

const markdown = await loadMarkdown(EDGE_MARKDOWN_CHARS);

const FORMULA = String.raw`<p>\frac{{a}}{b} \sqrt{{V}^2} {{#each {{{{ {{/</p><script>var x={{"a":1}}</script>`;

const template = (settings: TemplateSettings) => ({ name: 'invoice', settings });

describe('templating: "none"', () => {
  test('prints the document as it is', () => {
    expect(composed({ content: FORMULA, templating: 'none' }).job.html).toBe(FORMULA);
    expect(composed({ content: FORMULA, template: template({ templating: 'none' }) }).job.html).toBe(FORMULA);
  });

  test('fills the other texts', () => {
    const options = {
      outputName: 'a-{{n}}',
      header: { content: '<b>{{n}}</b>' },
      metadata: { title: '{{n}}' },
    };
    const { job, filename } = composed({ content: '{{n}}', data: { n: 7 }, options, templating: 'none' });

    expect(filename).toBe('a-7.pdf');
    expect(job.header[0]?.html).toBe('<b>7</b>');
    expect(job.finish?.metadata?.title).toBe('7');
    expect(job.html).toBe('{{n}}');
  });

  test('of a request overrides the setting of its template', () => {
    const print = (setting: 'none' | 'handlebars', templating: 'none' | 'handlebars') =>
      composed({ content: '{{n}}', data: { n: 7 }, template: template({ templating: setting }), templating })
        .job.html;

    expect(print('none', 'handlebars')).toBe('7');
    expect(print('handlebars', 'none')).toBe('{{n}}');
  });

  test('leaves Markdown to Markdown', () => {
    const { html } = composed({ content: '# {{a}}\n\n*{{b c=}}*', markdown, templating: 'none' }).job;

    expect(html).toContain('<h1 id="a">{{a}}</h1>\n<p><em>{{b c=}}</em></p>');
  });

  test('is still limited by the size of the plan', () => {
    expect(() => composed({ content: FORMULA, templating: 'none', maxHtmlBytes: 10 })).toThrow(
      expect.objectContaining({ details: [expect.stringContaining('bytes of UTF-8; the plan allows 10')] }),
    );
  });

  test('warns of no placeholder in the document', () => {
    const html = '{{date}} {% for x in y %}';
    const codes = (templating?: 'none') =>
      composed({ content: html, templating, options: { report: true } }).job.warnings?.map(
        ({ code }) => code,
      );

    expect(codes()).toEqual(['FOREIGN_TEMPLATE', 'EMPTY_PLACEHOLDER']);
    expect(codes('none')).toEqual([]);
  });

  test('lets a template be saved that is no Handlebars, but not its header', () => {
    const settings = { templating: 'none' as const };

    expect(() => checkTemplate({ meter: unlimited(), content: FORMULA, settings })).not.toThrow();
    expect(() => checkTemplate({ meter: unlimited(), content: FORMULA, settings: {} })).toThrow(
      'html, line 1',
    );
    expect(() =>
      checkTemplate({
        meter: unlimited(),
        content: '',
        settings: { ...settings, header: { content: '{{#if' } },
      }),
    ).toThrow('header, line 1');
  });
});

describe('an error in code or in a formula names the switch', () => {
  const errorOf = (html: string, header = ''): string => {
    try {
      composed({ content: html, options: { header: { content: header } } });
    } catch (error) {
      return String(error);
    }
    throw new Error('The template has no error.');
  };
  const SWITCH =
    '"templating": "none" prints the document as it is, and {{{{raw}}}}…{{{{/raw}}}} a part of it';

  test.each([
    ['<script>var a={{"x":1}}</script>', 'script'],
    ['<SCRIPT type=module>\nfor(;;){{a.b=1}}</SCRIPT>', 'script'],
    ['<style>a{}</style><script>if(a<"</style>"){{b;c}}</script>', 'script'],
    ['<style>@media print{{a}{}}</style>', 'style'],
    ['<script>{{#if a}}</script><p>and more', 'script'],
    ['<script>{{foo bar}}</script>', 'script'],
  ])('%j', (html, element) => {
    expect(errorOf(html)).toContain(`. This is in a <${element}>: ${SWITCH}`);
  });

  test.each([
    String.raw`\sqrt{{V}^2}`,
    String.raw`$x^{{a b}}$`,
    String.raw`\frac{a}{{b}^2}`,
    String.raw`<p>\frac{{a}}{b} and \sqrt{{V}^2}</p><p>\{{name}} and {{{{raw}}}}{{vue}}{{{{/raw}}}}</p>`,
  ])('%s', (html) => {
    expect(errorOf(html)).toContain(`. "{{" begins a placeholder, in a formula too: ${SWITCH}`);
    expect(errorOf(html)).not.toContain('operator');
  });

  test.each([
    '<script>a</script>{{b c=}}',
    '{{a}}{{b==c}}',
    '<scripts>{{b c=}}',
    '<!-- <script> -->{{b c=}}',
    '<p title="<style>">{{b c=}}',
  ])('not in %j', (html) => {
    expect(errorOf(html)).not.toContain('templating');
  });

  test('nor in a header, which has no switch', () => {
    expect(errorOf('', '<style>{{a b}}</style>')).not.toContain('templating');
  });
});
