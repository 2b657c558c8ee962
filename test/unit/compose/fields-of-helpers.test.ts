import official from 'handlebars';
import { describe, expect, test } from 'vitest';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { filledWith } from '../../support/compose/composed.ts';

/** Fields of the data that have the name of a helper. Official Handlebars, which lacks these helpers, says what is right. */
const NAMES = [...Object.keys(HELPERS), 'index', 'key', 'raw'];

const VALUES = [undefined, null, false, true, 0, 1, '', 'x', [], ['a', 'b'], [{ n: 1 }], { n: 2 }];

const templates = (name: string): string[] => [
  `{{#each rows}}{{n}}{{^${name}}}, {{/${name}}}{{/each}}`,
  `{{#each rows}}{{#${name}}}[{{this}}{{n}}{{@index}}{{../n}}]{{else}}none{{/${name}}}{{/each}}`,
  `{{#each rows}}{{#if ${name}}}yes{{else}}no{{/if}}{{#unless ${name}}}no{{/unless}}{{/each}}`,
  `{{#each rows}}{{#each ${name}}}{{this}};{{/each}}{{#with ${name}}}{{n}}{{/with}}{{/each}}`,
  `{{#each rows}}{{this.${name}}}{{./${name}}}{{../${name}}}{{${name}.n}}{{lookup this "${name}"}}{{/each}}`,
  `{{#each rows as |${name}|}}{{${name}.n}}{{/each}}{{#with (lookup rows 7)}}{{#${name}}}{{/${name}}}{{/with}}`,
  `{{#*inline "p"}}{{#${name}}}p{{/${name}}}{{/inline}}{{> p ${name}=true}}{{> p ${name}=false}}`,
  `{{#each texts}}{{#${name}}}{{this}}{{/${name}}}{{^${name}}}-{{/${name}}}{{/each}}`,
];

/** Without a value, these two print something. */
const PRINTS_ALONE = new Set(['now', 'pageBreak']);

const alone = (name: string): string =>
  `{{#each rows}}{{${name}}};{{{${name}}}};{{#${name}}}{{${name}}}{{/${name}}}{{/each}}{{#each texts}}{{${name}}}{{/each}}`;

const asOfficial = (template: string, data: object): string => official.compile(template)(data);

describe('a field of the data wins over a helper of its name', () => {
  test.each(NAMES)('%s', (name) => {
    const rows = VALUES.map((value, n) => (value === undefined ? { n } : { n, [name]: value }));
    const data = { n: 'root', rows, texts: ['ab', null, 5] };
    for (const template of [...templates(name), ...(PRINTS_ALONE.has(name) ? [] : [alone(name)])]) {
      expect(filledWith(template, data), template).toBe(asOfficial(template, data));
    }
  });

  test('in rows of which only the last has it', () => {
    const items = [{ name: 'a' }, { name: 'b' }, { name: 'c', last: true }];

    expect(filledWith('<pre>{{#each items}}{{name}}{{^last}}, {{/last}}{{/each}}</pre>', { items })).toBe(
      '<pre>a, b, c</pre>',
    );
  });

  test('in rows of which some have a currency', () => {
    const rows = [{ amount: 5, currency: 'EUR' }, { amount: 6 }];

    expect(filledWith('{{#each rows}}{{amount}} {{currency}};{{/each}}', { rows })).toBe('5 EUR;6 ;');
  });

  test('but not in a call with arguments', () => {
    const data = { currency: 'EUR', amount: 5, first: 'x', tags: ['a'], now: 1 };

    expect(filledWith('{{currency amount currency}} {{first tags}} {{now}}', data)).toBe('€5.00 a 1');
  });
});
