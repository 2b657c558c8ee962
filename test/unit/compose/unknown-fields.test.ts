import { Meter } from '@platen/meter';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invoiceSchema } from '@platen/e-invoice';
import { FOREIGN_FIELDS } from '../../../compose/unknown-fields/foreign-fields.ts';
import { findUnknownFields, toProblems, toWarnings } from '../../../compose/unknown-fields/index.ts';
import { knownFields } from '../../../compose/unknown-fields/known-fields.ts';
import { atOnce } from '../../../compose/turns.ts';
import { findMisspelledFields } from '../../../compose/unknown-fields/misspelled-fields.ts';
import { INVOICE_FIELDS } from '../../../schema/api/e-invoice-fields.ts';
import { mergeRequest } from '../../../schema/api/assemble.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { createTemplate } from '../../../schema/api/templates.ts';
import { unlimited } from '../../support/unlimited.ts';
import { composed } from '../../support/compose/composed.ts';

const unknownIn = (body: unknown, schema: z.ZodType = generateRequest) =>
  atOnce(findUnknownFields(body, schema, unlimited()));

const problemsOf = (body: unknown, schema?: z.ZodType): string[] => toProblems(unknownIn(body, schema));

/** Returns the names of fields, with those inside them. */
const namesIn = (schema: unknown): unknown => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return namesIn(schema.unwrap());
  if (schema instanceof z.ZodArray) return namesIn(schema.element);
  if (!(schema instanceof z.ZodObject)) return null;
  return new Map(Object.entries(schema.shape).map(([name, inner]) => [name, namesIn(inner)]));
};

test('the fields of an invoice are those of its schema', () => {
  expect(INVOICE_FIELDS).toEqual(namesIn(invoiceSchema));
});

describe('a field that an invoice does not have', () => {
  const request = (data: unknown) => ({
    htmlContent: 'x',
    options: { eInvoice: { profile: 'basic', data } },
  });
  const data = 'options.eInvoice.data';

  test('is named with the field that was meant, and never suggested elsewhere', () => {
    const invoice = { sellers: {}, lines: [{}, { nettoPrice: 1, html: 'x', vat: { Rate: 7 } }], note: 'x' };
    expect(problemsOf(request(invoice))).toEqual([
      `${data}.sellers: is not known; did you mean ${data}.seller?`,
      `${data}.lines[1].nettoPrice: is not known; did you mean ${data}.lines[1].netPrice?`,
      `${data}.lines[1].html: is not known`,
      `${data}.lines[1].vat.Rate: is not known; did you mean ${data}.lines[1].vat.rate?`,
      `${data}.note: is not known; did you mean ${data}.lines.note?`,
    ]);
    expect(problemsOf({ iban: 'x', seller: {} })).toEqual(['iban: is not known', 'seller: is not known']);
  });

  test('is named in the data of a template if it is like one of its object', () => {
    const found = atOnce(
      findMisspelledFields(
        { greeting: 'x', order: 'A', orders: [], dueDat: 'x', lines: [{ sku: 1, quantitiy: 2 }] },
        'templateData',
        unlimited(),
      ),
    );
    expect(found).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        field: 'templateData.dueDat',
        message: expect.stringContaining('templateData.dueDate'),
      },
      {
        code: 'UNKNOWN_FIELD',
        field: 'templateData.lines[0].quantitiy',
        message: expect.stringContaining('quantity'),
      },
    ]);
  });

  test('is looked for with little work, whatever the names', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => ({ [`n${index}`]: 1, sku: 1 }));
    const meter = new Meter({ maxWork: 10_000_000 });
    expect(atOnce(findMisspelledFields({ lines }, 'templateData', meter))).toEqual([]);
  });
});

describe('a field that the API does not have', () => {
  test.each([
    [{ options: { landscape: true } }, 'options.landscape: is not known; did you mean options.orientation?'],
    [{ landscape: true }, 'landscape: is not known; did you mean options.orientation?'],
    [
      { options: { headerTemplate: '' } },
      'options.headerTemplate: is not known; did you mean options.header.content?',
    ],
    [{ 'margin-top': '20mm' }, 'margin-top: is not known; did you mean options.margin.top?'],
    [{ data: {} }, 'data: is not known; did you mean templateData?'],
    [{ pdfOptions: { margins: {} } }, 'pdfOptions.margins: is not known; did you mean pdfOptions.margin?'],
    [{ format: 'A4' }, 'format: is not known; did you mean options.format?'],
    [{ options: { orientaton: 'x' } }, 'options.orientaton: is not known; did you mean options.orientation?'],
    [
      { options: { preferCSSPageSize: true } },
      'options.preferCSSPageSize: is not known; did you mean options.preferCssPageSize?',
    ],
    [{ deviceScaleFactor: 2 }, 'deviceScaleFactor: is not known; did you mean options.deviceScaleFactor?'],
    [
      { output: { type: 'png' }, options: { devicescaleFactor: 2 } },
      'options.devicescaleFactor: is not known; did you mean output.deviceScaleFactor?',
    ],
    [
      { options: { margin: { tpo: 1 } } },
      'options.margin.tpo: is not known; did you mean options.margin.top?',
    ],
    [
      { options: { header: { hieght: 9 } } },
      'options.header.hieght: is not known; did you mean options.header.height?',
    ],
    [{ template_id: 'x' }, 'template_id: is not known; did you mean templateId?'],
    [
      { options: { margin: { Top: 1 } } },
      'options.margin.Top: is not known; did you mean options.margin.top?',
    ],
    [{ options: { header: { zzz: 1 } } }, 'options.header.zzz: is not known'],
    [{ options: { margin: { valueOf: 1 } } }, 'options.margin.valueOf: is not known'],
    [{ options: { metadata: { nam: 1 } } }, 'options.metadata.nam: is not known'],
    [
      { options: { footer: [{}, { page: 1 }] } },
      'options.footer[1].page: is not known; did you mean options.footer[1].pages?',
    ],
    [
      JSON.parse('{ "__proto__": 1, "constructor": 2 }'),
      '__proto__: is not known\nconstructor: is not known',
    ],
  ])('%j is named, with the one that does the same', (body, problem) => {
    expect(problemsOf(body).join('\n')).toBe(problem);
  });

  test.each([
    [
      { options: { encryption: { userpasword: 'x' } } },
      'options.encryption.userpasword: is not known; did you mean options.encryption.userPassword?',
    ],
    [
      { cookies: [{ name: 'a' }, { nam: 'a' }] },
      'cookies[1].nam: is not known; did you mean cookies[1].name?',
    ],
    [{ headers: { 'X-Any': 'a' }, templateData: { any: 1 } }, ''],
    [{ header: {} }, 'header: is not known; did you mean options.header?'],
  ])('%j is found at each depth', (body, problem) => {
    expect(problemsOf(body).join('\n')).toBe(problem);
  });

  test('of other requests is named with their own fields', () => {
    expect(
      problemsOf(
        { settings: { landscape: true, marign: {} }, translations: { de: { any: 'x' } } },
        createTemplate,
      ),
    ).toEqual([
      'settings.landscape: is not known; did you mean settings.orientation?',
      'settings.marign: is not known; did you mean settings.margin?',
    ]);
    const entries = [{ fileId: 'a' }, { html: 'x', options: { landscape: true } }];
    expect(problemsOf({ entries, filname: 'x' }, mergeRequest)).toEqual([
      'entries[1].html: is not known; did you mean entries[1].htmlContent?',
      'entries[1].options.landscape: is not known; did you mean entries[1].options.orientation?',
      'filname: is not known; did you mean filename?',
    ]);
  });

  test('is a warning of the report', () => {
    expect(toWarnings(unknownIn({ landscape: 1, zzz: 1 }))).toEqual([
      {
        code: 'UNKNOWN_FIELD',
        message: '`landscape` is not known: did you mean `options.orientation`?',
        field: 'landscape',
      },
      { code: 'UNKNOWN_FIELD', message: '`zzz` is not known and has no effect.', field: 'zzz' },
    ]);
  });

  test('is not looked for in the data', () => {
    expect(problemsOf({ htmlContent: 'x', templateData: { landscape: 1, options: { zzz: 1 } } })).toEqual([]);
  });
});

describe('a body with many unknown fields', () => {
  const many = (length: number) =>
    Array.from({ length }, (_, index) => `f${index}${'x'.repeat(index < 20 ? 500 : 0)}`);

  test('gives 20 short entries, and says that there are more', () => {
    const names = many(50_000);
    const problems = problemsOf({ options: Object.fromEntries(names.map((name) => [name, 0])) });
    expect(problems).toHaveLength(21);
    expect(Math.max(...problems.map((problem) => problem.length))).toBeLessThan(120);
    expect(problems.at(-1)).toBe('body: has more fields that are not known');
  });

  test('takes no more work than one with 21 of them', () => {
    const workOf = (body: unknown) => {
      const meter = unlimited();
      atOnce(findUnknownFields(body, generateRequest, meter));
      return meter.work;
    };
    const cookies = (count: number) => ({ cookies: many(count).map((name) => ({ [name]: 1 })) });
    expect(workOf(cookies(10_000))).toBe(workOf(cookies(21)));
    const names = (count: number) => Object.fromEntries(many(count).map((name) => [name.slice(0, 30), 0]));
    expect(workOf(names(10_000))).toBe(workOf(names(21)));
  });

  test('leaves turns to others while known fields are visited', () => {
    const cookies = Array.from({ length: 60_000 }, () => ({ name: 'a' }));
    const turns = [...findUnknownFields({ cookies }, generateRequest, new Meter({ maxWork: Infinity }))];
    expect(turns.length).toBeGreaterThan(0);
  });
});

test.each([null, [], 'x', 1, { options: null, templateData: null }, { options: [], header: undefined }])(
  'a body that is not valid has no unknown fields inside: %j',
  (body) => {
    expect(problemsOf(body).filter((problem) => !problem.startsWith('header'))).toEqual([]);
  },
);

test('each suggested field exists', () => {
  expect(knownFields(generateRequest).paths).toEqual(expect.arrayContaining(Object.values(FOREIGN_FIELDS)));
});

describe('a tag of another template language', () => {
  const html = '<ul>{% for row in rows %}<li>{{row}}{% endfor %}';
  const warningsOf = (input: Parameters<typeof composed>[0]) =>
    composed({ ...input, options: { report: true, ...input.options } }).job.warnings ?? [];

  test('is a warning, because it is printed as text', () => {
    expect(warningsOf({ content: html, data: { row: 1 } })).toEqual([
      {
        code: 'FOREIGN_TEMPLATE',
        message: expect.stringMatching(
          /^"{% for row in rows %}" is printed as text\. Templates are Handlebars/,
        ),
        field: null,
      },
    ]);
    expect(warningsOf({ content: 'x', options: { footer: { content: '{% if a %}' } } })).toHaveLength(1);
  });

  test.each(['100 {% 50 %}', '{%format%}', '{% for'])('%j is none', (text) => {
    expect(warningsOf({ content: text })).toEqual([]);
  });

  test.each([
    [
      'Page <span class="page"></span> of <span class="topage"></span>',
      /class "page" .*Write <span class="pageNumber"><\/span>\./,
    ],
    ['<td class="right topage">\n  </td>', /^An empty element with the class "topage" .*"totalPages"/],
    ['<b class=frompage></b>', /class "frompage" .*Write the value itself/],
    ['[page] / [toPage]', /^"\[page\]" is printed as text, .*"pageNumber"/],
    ['<i class="page-number"></i>', /class "page-number" .*Write <span class="pageNumber"><\/span>\./],
  ])('of wkhtmltopdf is named in a header: %s', (content, message) => {
    const options = { header: [{ pages: 'first', content: 'x' }, { content }] };
    expect(warningsOf({ content: 'x', options })).toEqual([
      {
        code: 'FOREIGN_TEMPLATE',
        message: expect.stringMatching(message),
        field: 'options.header[1].content',
      },
    ]);
  });

  test.each([
    ['<style>b::after { content: counter( page ) }</style><b></b>', 'UNSUPPORTED_CSS', /are 0 in a header/],
    ['<b id=a></b><script>a.textContent = 1</script>', 'BAND_SCRIPT', /do not run/],
  ])('and what else a header does not print is named: %s', (content, code, message) => {
    expect(warningsOf({ content: 'x', options: { header: { content } } })).toEqual([
      { code, message: expect.stringMatching(message), field: 'options.header.content' },
    ]);
  });

  test.each([
    '<b class="page pageNumber"></b>',
    '<div class="page"><b class="pageNumber"></b></div>',
    '<section></section> [pages] [1]',
    '<style>p { counter-increment: page } p::before { content: counter(page) }</style><p>',
  ])('is none in a header: %s', (content) => {
    expect(warningsOf({ content: 'x', options: { header: { content } } })).toEqual([]);
  });
});
