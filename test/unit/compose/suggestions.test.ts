import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { TemplateError } from '../../../compose/errors.ts';
import { findNearestName } from '../../../compose/nearest-name.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { startTemplating } from '../../../compose/templating.ts';
import { unlimited } from '../../support/unlimited.ts';

function errorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error.message.replace(/^html, line \d+, column \d+: /, '');
    throw error;
  }
  throw new Error('The template has no error.');
}

const saving = (content: string): string =>
  errorOf(() => checkTemplate({ meter: unlimited(), content, settings: {} }));

const filling = (content: string, data: object = {}): string =>
  errorOf(() =>
    startTemplating({ meter: unlimited(), limits: EDGE_LIMITS, now: 0 }).fill('html', content, data),
  );

describe('an unknown helper', () => {
  test.each([
    ['{{date at}}', 'date', 'formatDate'],
    ['{{dateFormat at "long"}}', 'dateFormat', 'formatDate'],
    ['{{uppercase name}}', 'uppercase', 'upper'],
    ['{{trunkate name 5}}', 'trunkate', 'truncate'],
    ['{{formatMoney total}}', 'formatMoney', 'currency'],
    ['{{#foreach rows}}{{/foreach}}', 'foreach', 'each'],
    ['{{#ifCond a "==" b}}{{/ifCond}}', 'ifCond', 'eq'],
    ['{{#if a}}{{elif b}}{{/if}}', 'elif', 'else if'],
  ])('%s suggests the nearest', (content, name, suggestion) => {
    const message = `There is no helper "${name}". Do you mean "${suggestion}"?`;
    expect(saving(content)).toBe(message);
    expect(filling(content, { a: 1, rows: [1] })).toBe(message);
  });

  test.each(['{{nohelper 1}}', '{{customer.name 1}}', `{{${'a'.repeat(200)} 1}}`])(
    '%s has no suggestion',
    (content) => {
      expect(saving(content)).not.toContain('mean');
    },
  );
});

describe('a missing partial', () => {
  const defined = (...names: string[]) => names.map((name) => `{{#*inline "${name}"}}x{{/inline}}`).join('');

  test('lists those that exist', () => {
    const content = `${defined('row', 'total')}{{> totals}}`;
    const message = 'The partial totals could not be found. Partials here: "row", "total"';
    expect([saving(content), filling(content)]).toEqual([message, message]);
  });

  test('lists those that exist if its name is from data', () => {
    const content = `${defined('row')}{{> (lookup . "name")}}`;
    expect(filling(content, { name: 'line' })).toMatch(
      'The partial line could not be found. Partials here: "row"',
    );
  });

  test('lists at most eight', () => {
    const content = `${defined(...Array.from({ length: 50 }, (_, index) => `p${index}`))}{{> x}}`;
    expect(saving(content)).toMatch(/"p0", .*"p7", and 42 more$/);
  });

  test('explains how to define one if there is none', () => {
    expect(saving('{{> footer}}')).toMatch('define it in the template: {{#*inline "name"}}…{{/inline}}');
  });
});

describe('a template of another language', () => {
  test.each([
    ['{{ name | upper }}', 'Filters with "|" belong to Jinja and Liquid; in Handlebars write {{upper name}}'],
    ['{{ order.at|date:"%d" }}', 'in Handlebars write {{formatDate order.at}}'],
    ['{{ name | obfuscate }}', 'in Handlebars write {{helper name}}'],
    ['{{#if a.b == c}}{{/if}}', 'Handlebars has no operator "==": write (eq a.b …)'],
    ['{{#if total > 10}}{{/if}}', 'Handlebars has no operator ">": write (gt total …)'],
    ['{{#if a || b}}{{/if}}', 'Handlebars has no operator "||": write (or a …)'],
    ['{{ index + 1 }}', 'Handlebars has no operator "+": write (add index …)'],
    ['{{ user["name"] }}', 'In Handlebars write {{user.name}}'],
    ['{{ rows[0] }}', 'In Handlebars write {{rows.[0]}}'],
    ['{{rows.0}}', 'In Handlebars write {{rows.[0]}}'],
    ['{{upper user.rows.10}}', 'In Handlebars write {{user.rows.[10]}}'],
    ['{% if a %}\n{{#if}}', '"{% if a %}" is not Handlebars'],
  ])('%j is recognised', (content, hint) => {
    expect(saving(content)).toContain(`. `);
    expect(saving(content)).toContain(hint);
    expect(filling(content)).toContain(hint);
  });

  test.each([
    '{{#each a as |x}}{{/each}}',
    '{{name',
    '{{#if}}',
    '{{#each rows}}\n<p>x</p>',
    '{{a}} <b>1 == 2</b> {{/if}}',
  ])('%s is not one', (content) => {
    expect(saving(content)).not.toMatch(/Jinja|operator|In Handlebars/);
  });
});

test('a name is compared by its words, its typing errors and its parts', () => {
  const known = ['upper', 'formatDate', 'formatDateTime'];
  const names = ['UPPER', 'uper', 'date_format', 'DateTime', 'x', '', 'z'.repeat(41)];
  expect(names.map((name) => findNearestName(name, known))).toEqual([
    'upper',
    'upper',
    'formatDate',
    'formatDateTime',
    null,
    null,
    null,
  ]);
});
