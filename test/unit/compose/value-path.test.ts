import { describe, expect, test } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { filledWith } from '../../support/compose/composed.ts';

const DATA = {
  rate: 'abc',
  items: [
    { price: 1, lines: [{ n: 1 }] },
    { price: '1,234.50', lines: [{ n: 2 }] },
  ],
  amounts: [1, 'two'],
  totals: { net: '1', gross: 'much' },
  'a b': { c: 'x' },
};

function errorOf(template: string, data: Record<string, unknown> = DATA): TemplateError {
  try {
    filledWith(template, data);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error('The template did not fail.');
}

describe('the error of a value has its path in the data', () => {
  test.each([
    ['{{round rate}}', 'templateData.rate is "abc"'],
    ['{{round @root.rate}}', 'templateData.rate is "abc"'],
    ['{{round this.rate}}', 'templateData.rate is "abc"'],
    ['{{round [a b].c}}', 'templateData.a b.c is "x"'],
    ['{{#each items}}{{round price}}{{/each}}', 'templateData.items[1].price is "1,234.50"'],
    ['{{#items}}{{round price}}{{/items}}', 'templateData.items[1].price is "1,234.50"'],
    ['{{#each items as |item|}}{{round item.price}}{{/each}}', 'templateData.items[1].price is "1,234.50"'],
    [
      '{{#each items}}{{#if price}}{{round price}}{{/if}}{{/each}}',
      'templateData.items[1].price is "1,234.50"',
    ],
    [
      '{{#each items}}{{#each lines}}{{multiply n ../price}}{{/each}}{{/each}}',
      'templateData.items[1].price is',
    ],
    ['{{#each items}}{{#with lines}}{{round ../price}}{{/with}}{{/each}}', 'templateData.items[1].price is'],
    ['{{#each items}}{{#each lines}}{{round ../../rate}}{{/each}}{{/each}}', 'templateData.rate is "abc"'],
    ['{{#each (last items 1)}}{{round price}}{{/each}}', 'templateData.items[1].price is "1,234.50"'],
    ['{{#each amounts}}{{round this}}{{/each}}', 'templateData.amounts[1] is "two"'],
    ['{{#amounts}}{{round .}}{{/amounts}}', 'templateData.amounts[1] is "two"'],
    ['{{#each amounts as |amount|}}{{round amount}}{{/each}}', 'templateData.amounts[1] is "two"'],
    ['{{#each totals}}{{round this}}{{/each}}', 'templateData.totals.gross is "much"'],
    ['{{#each totals as |total name|}}{{round total}}{{/each}}', 'templateData.totals.gross is "much"'],
    ['{{sum items "price"}}', 'templateData.items[1].price is "1,234.50"'],
    [
      '{{currency (multiply rate 2) "EUR"}}',
      'multiply: the value must be a number such as 1234.5; templateData.rate',
    ],
    ['{{#if no}}{{else gt rate 5}}{{/if}}', 'templateData.rate is "abc"'],
    ['{{round (upper rate)}}', 'the result of upper is "ABC"'],
    ['{{round "abc"}}', 'the constant is "abc"'],
    ['{{#*inline "p"}}{{round v}}{{/inline}}{{> p v=rate}}', '; v is "abc"'],
    ['{{#each (last amounts 1)}}{{round this}}{{/each}}', '; this is "two"'],
  ])('%s: %s', (template, says) => {
    expect(errorOf(template).message).toContain(says);
  });

  test('and the line, the column and the text around it', () => {
    const error = errorOf('<ul>\n{{#each items}}\n <li>{{currency price "EUR"}}\n{{/each}}');

    expect(error.position).toEqual({ line: 3, column: 6 });
    expect(error.message).toBe(
      'html, line 3, column 6: currency: the value must be a number such as 1234.5; templateData.items[1].price is "1,234.50"',
    );
    expect(error.details).toEqual([
      ' <li>{{currency price "EUR"}}',
      '     ^',
      'templateData.items[1].price: is "1,234.50"; currency in html, line 3, column 6: the value must be a number such as 1234.5',
    ]);
  });

  test('also in data that is deeper than the stack', () => {
    let deep: unknown = { n: 'x' };
    for (let level = 0; level < 20_000; level++) deep = [deep];

    expect(errorOf('{{#each items}}{{round n}}{{/each}}', { deep, items: [{ n: 'x' }] }).message).toContain(
      'templateData.items[0].n is "x"',
    );
  });

  test('shows only the beginning of a long value', () => {
    expect(errorOf('{{round rate}}', { rate: 'x'.repeat(1e6) }).message).toMatch(/ is "x{40}…"$/);
  });
});
