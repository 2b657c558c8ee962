import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compose } from '../../../../compose/compose.ts';
import { loadTranslator } from '../../../../compose/translations/load-translator.ts';
import { suggestionsAt } from '../../../../dashboard/editor/completions.ts';
import { LANGUAGE_HELPERS, readHelperDocs } from '../../../../dashboard/editor/helper-docs.ts';
import { unlimited } from '../../../support/unlimited.ts';

const page = readFileSync(new URL('../../../../docs/helpers.md', import.meta.url), 'utf8');
const helpers = [...LANGUAGE_HELPERS, ...readHelperDocs(page)];

const data = {
  customer: { name: 'Köhler', address: { city: 'Kiel' } },
  items: [
    { title: 'Pen', price: 2.5 },
    { title: 'Ink', note: 'blue' },
  ],
  'odd name': true,
};

/** The suggestions at the broken bar in the text, or null. */
function offered(text: string): string[] | null {
  const position = text.indexOf('¦');
  const source = text.slice(0, position) + text.slice(position + 1);
  return (
    suggestionsAt(source, position, { helpers, data, partials: ['footer', 'layout'] })?.options.map(
      ({ label }) => label,
    ) ?? null
  );
}

describe('completion in a template', () => {
  test('offers fields of the data and helpers', () => {
    expect(offered('<p>{{¦')).toEqual(
      expect.arrayContaining(['customer', 'items', '[odd name]', 'currency']),
    );
  });

  test('offers the fields below a path', () => {
    expect(offered('{{customer.¦}}')).toEqual(['name', 'address']);
    expect(offered('{{customer.address.¦}}')).toEqual(['city']);
    expect(offered('{{@root.¦}}')).toEqual(['customer', 'items', '[odd name]']);
  });

  test('merges the fields of the rows of a list', () => {
    expect(offered('{{#each items}}{{this.¦}}{{/each}}')).toEqual(['title', 'note', 'price']);
  });

  test('follows the context into and out of blocks', () => {
    expect(offered('{{#each items}}{{¦}}{{/each}}')).toEqual(
      expect.arrayContaining(['title', 'price', '@index', '../', '/each']),
    );
    expect(offered('{{#each items}}{{../¦}}{{/each}}')).toEqual(['customer', 'items', '[odd name]']);
    expect(offered('{{#each items}}{{../customer.¦}}{{/each}}')).toEqual(['name', 'address']);
    expect(offered('{{#with customer.address}}{{¦}}{{/with}}')).toContain('city');
    expect(offered('{{#items}}{{this.¦}}{{/items}}')).toContain('title');
    expect(offered('{{#each items}}{{/each}}{{¦}}')).not.toContain('title');
  });

  test('keeps the context in conditions and after else', () => {
    expect(offered('{{#each items}}{{#if note}}{{this.¦}}{{/if}}{{/each}}')).toContain('title');
    expect(offered('{{#each items}}{{else}}{{this.¦}}{{/each}}')).toContain('customer');
  });

  test('offers block parameters', () => {
    expect(offered('{{#each items as |row index|}}{{¦}}{{/each}}')).toEqual(
      expect.arrayContaining(['row', 'index']),
    );
    expect(offered('{{#each items as |row index|}}{{row.¦}}{{/each}}')).toEqual(['title', 'note', 'price']);
  });

  test('offers blocks after #, and the open block after /', () => {
    expect(offered('{{#¦}}')).toEqual(expect.arrayContaining(['if', 'each', 'with', 'eq', 'items']));
    expect(offered('{{#¦}}')).not.toContain('currency');
    expect(offered('{{#each items}}{{#if a}}{{/¦}}')).toEqual(['if']);
  });

  test('offers only helpers after a parenthesis, and the named arguments of a helper after it', () => {
    expect(offered('{{#if (¦')).toContain('eq');
    expect(offered('{{#if (¦')).not.toContain('customer');
    expect(offered('{{currency items.0.price "EUR" ¦}}')).toEqual(
      expect.arrayContaining(['digits=', 'locale=']),
    );
    expect(offered('{{currency items.0.price digits=0 ¦}}')).not.toContain('digits=');
  });

  test('offers nothing in text, comments and strings', () => {
    expect(offered('<p>¦')).toBeNull();
    expect(offered('{{! cust¦')).toBeNull();
    expect(offered('{{eq name "cu¦')).toBeNull();
    expect(offered('{{name}} ¦')).toBeNull();
  });

  test('starts at the last part of the path', () => {
    expect(suggestionsAt('{{customer.na', 13, { helpers, data, partials: ['footer', 'layout'] })?.from).toBe(
      '{{customer.'.length,
    );
  });
});

describe('the helpers that are offered', () => {
  test('have examples that work', async () => {
    const [sample = {}, translations] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
      ([, json = '']): Record<string, Record<string, unknown>> => JSON.parse(json),
    );
    const translator = await loadTranslator(translations);
    for (const { name, example } of helpers) {
      const composition = () =>
        compose({
          meter: unlimited(),
          content: example,
          template: null,
          translator,
          data: sample,
          options: {},
          filename: null,
          maxHtmlBytes: 1_000_000,
          watermark: null,
          now: 0,
        });
      expect(composition, name).not.toThrow();
    }
  });

  test('each have a description', () => {
    for (const { name, about } of helpers) expect(about, name).toMatch(/\w.*\.$/);
  });
});
