import { describe, expect, test } from 'vitest';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { composed, filledWith } from '../../support/compose/composed.ts';

const template = (settings: TemplateSettings, name = 'invoice') => ({ name, settings });

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

const detailsOf = (error: unknown) => (error instanceof InvalidComposition ? error.details : error);

describe('a composition', () => {
  test('fills document, header, footer and filename from the same data', () => {
    const { job, filename } = composed({
      content: '<h1>{{title}}</h1>',
      data: { title: 'A & B' },
      options: {
        header: { content: 'H {{title}}' },
        footer: { content: 'F {{title}}' },
        outputName: '{{title}}',
      },
    });

    expect(job.html).toBe('<h1>A &amp; B</h1>');
    expect(job.header[0]?.html).toBe('H A &amp; B');
    expect(job.footer[0]?.html).toBe('F A &amp; B');
    expect(filename).toBe('A & B.pdf');
  });

  test('passes on a document without Handlebars as it is', () => {
    const html = '<p>}} { "a": 1 } &amp; </p>';

    expect(filledWith(html)).toBe(html);
  });

  test('carries the watermark', () => {
    expect(composed({ content: 'x', watermark: 'TEST' }).job.watermark).toBe('TEST');
  });

  test('lets options override settings field by field, margin and bands one level deep', () => {
    const { job } = composed({
      content: 'x',
      template: template({
        format: 'A5',
        scale: 2,
        margin: { top: 10, left: 20 },
        header: { content: 'from settings', height: 30 },
        footer: { content: 'kept' },
      }),
      options: { scale: 1, margin: { left: 5 }, header: { content: 'from options' } },
    });

    expect(job.paper.widthMm).toBe(148);
    expect(job.scale).toBe(1);
    expect(job.contentMargin).toEqual({ topMm: 30, rightMm: 0, bottomMm: 15, leftMm: 5 });
    expect(job.header).toMatchObject([{ html: 'from options', heightMm: 30 }]);
    expect(job.footer).toMatchObject([{ html: 'kept' }]);
  });

  test('a list of bands replaces those of the template, and is replaced by one', () => {
    const settings = {
      header: [{ pages: 'first', content: 'a' }, { content: '{{b}}' }],
      footer: { height: 9, content: 'f' },
    };
    const options = { header: { content: 'one' }, footer: [{ pages: 'last', content: 'two' }] };
    const { job } = composed({ content: 'x', template: template(settings), options });
    expect(job.header).toMatchObject([{ html: 'one', heightMm: 15, field: 'options.header' }]);
    expect(job.footer).toMatchObject([
      { html: 'two', heightMm: 15, pages: ['last'], field: 'options.footer[0]' },
    ]);
    expect(
      composed({ content: 'x', template: template(settings), data: { b: '<' } }).job.header,
    ).toMatchObject([
      { html: 'a', pages: [{ first: 1, last: 1 }] },
      { html: '&lt;', pages: null },
    ]);
  });

  test("writes numbers and dates by the template's locale and time zone", () => {
    const html = '{{currency 1234.5 "EUR"}} {{formatTime "2026-03-01T23:30:00Z"}}';
    const settings = { locale: 'de-DE', timeZone: 'Europe/Berlin' };

    expect(composed({ content: html, template: template(settings) }).job.html).toBe('1.234,50\u00a0€ 00:30');
    expect(composed({ content: html }).job.html).toBe('€1,234.50 11:30 PM');
  });

  test('does not use the locale or data of the composition before', () => {
    composed({
      content: '{{#*inline "p"}}{{secret}}{{/inline}}{{> p}}',
      data: { secret: 'S' },
      template: template({ locale: 'de' }),
    });

    expect(filledWith('{{secret}}{{formatNumber 0.5}}')).toBe('0.5');
    expect(thrownBy(() => filledWith('{{> p}}'))).toBeInstanceOf(TemplateError);
  });
});

describe('the size of the HTML', () => {
  test('is measured in bytes of UTF-8, before templating', () => {
    expect(composed({ content: 'ää', maxHtmlBytes: 4 }).job.html).toBe('ää');
    expect(detailsOf(thrownBy(() => composed({ content: 'ää€', maxHtmlBytes: 4 })))).toEqual([
      'htmlContent: is 7 bytes of UTF-8; the plan allows 4',
    ]);
  });

  test('is measured after templating, and the error names the template', () => {
    const input = { content: '{{a}}{{a}}', data: { a: '😀😀' }, maxHtmlBytes: 15 };

    expect(detailsOf(thrownBy(() => composed({ ...input, template: template({}) })))).toEqual([
      'templateId: is 16 bytes of UTF-8 after templating; the plan allows 15',
    ]);
    expect(composed({ ...input, maxHtmlBytes: 16 }).job.html).toHaveLength(8);
  });

  test('is over the limit if templating was stopped because of its output', () => {
    const html = '{{#each (range 1 10000)}}0123456789012345678901234567890{{/each}}';
    const limits = { ...EDGE_LIMITS, outputChars: 100_000 };

    expect(detailsOf(thrownBy(() => composed({ content: html, limits, maxHtmlBytes: 50_000 })))).toEqual([
      'htmlContent: is more than 50000 bytes of UTF-8 after templating; the plan allows 50000',
    ]);
  });

  test("is the template's own limit where the plan would allow more", () => {
    const html = '{{#each (range 1 10000)}}0123456789012345678901234567890{{/each}}';
    const error = thrownBy(() =>
      composed({ content: html, limits: { ...EDGE_LIMITS, outputChars: 100_000 } }),
    );

    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ limit: 'outputChars', document: 'html' });
  });
});

describe('a plan that allows more HTML', () => {
  test('allows as much to the source and the output of its templates', () => {
    const comment = `<!--${'x'.repeat(2_500_000)}-->`;
    expect(() => composed({ content: `${comment}{{a}}`, maxHtmlBytes: 2_000_000 })).toThrow();
    expect(composed({ content: `${comment}{{a}}`, maxHtmlBytes: 5_000_000 }).job.html).toBe(comment);

    const html = '{{#each (range 1 700)}}{{../text}}{{/each}}';
    const data = { text: 'x'.repeat(10_000) };
    expect(composed({ content: html, data, maxHtmlBytes: 50_000_000 }).job.html).toHaveLength(7_000_000);
  });
});

describe('the limits of a composition', () => {
  test('apply to its documents together', () => {
    const content = '{{#each (range 1 400)}}{{this}}{{/each}}';
    const limits = { ...EDGE_LIMITS, steps: 3_000 };

    expect(composed({ content: content, limits }).job.html).toHaveLength(1_092);
    expect(
      thrownBy(() =>
        composed({ content: content, limits, options: { header: { content }, footer: { content } } }),
      ),
    ).toMatchObject({ limit: 'steps' });
  });
});

describe('a data schema', () => {
  test('rejects data that does not match', () => {
    const dataSchema = { type: 'object', required: ['total'] };

    expect(
      thrownBy(() => composed({ content: 'x', template: { name: 't', settings: {}, dataSchema } })),
    ).toBeInstanceOf(InvalidComposition);
  });
});

describe('the difference from Handlebars 4.7.10', () => {
  test('is that adjacent raw numbers are printed, not added', () => {
    expect(filledWith('{{{a}}}{{{b}}}', { a: 1, b: 2 })).toBe('12');
  });
});
