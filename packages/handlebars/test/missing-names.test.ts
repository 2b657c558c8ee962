import { describe, expect, test } from 'vitest';
import { TemplateEngine, TemplateEnvironment } from '../index.ts';

const environment = new TemplateEnvironment(
  {
    shout: (text) => String(text).toUpperCase(),
    fallback: (...given) => given.find((value) => value !== undefined),
    now: () => 'today',
  },
  ['fallback'],
);

/** The names in a template that the data does not have, as `line:column name`. */
function missingIn(source: string, data: object = {}): string[] {
  const found: string[] = [];
  new TemplateEngine(environment).render(source, data, {
    onMissing: (name, { line, column }) => found.push(`${line}:${column} ${name}`),
  });
  return found;
}

describe('a name that the data does not have', () => {
  test.each([
    ['{{a}}', ['1:3 a']],
    ['{{{a}}} {{& a}}', ['1:4 a', '1:13 a']],
    ['x\n {{a.b.c}}', ['2:4 a.b.c']],
    ['{{this.a}} {{./a}} {{@root.a}}', ['1:3 this.a', '1:14 ./a', '1:22 @root.a']],
    ['{{shout a}} {{shout "x" by=b}}', ['1:9 a', '1:28 b']],
    ['{{shout (shout a)}}', ['1:16 a']],
    ['{{[a b]}}', ['1:3 a b']],
    ['{{lookup a "b"}}', ['1:3 lookup a b']],
    ['{{#if true}}{{a}}{{/if}}', ['1:15 a']],
    ['{{@index}}', ['1:3 @index']],
    ['{{#*inline "p"}}{{a}}{{/inline}}{{> p b=c}}', ['1:19 a']],
  ])('is reported with its line and column: %s', (source, expected) => {
    expect(missingIn(source)).toEqual(expected);
  });

  test('is reported for each row, with the same line and column', () => {
    const rows = [{ name: 'x' }, {}, { name: null }, 7];
    expect(missingIn('{{#each rows}}{{name}}{{../a}}{{/each}}', { rows, a: 1 })).toEqual([
      '1:17 name',
      '1:17 name',
    ]);
    expect(missingIn('{{#each rows as |row|}}{{row.name}}{{/each}}', { rows })).toEqual([
      '1:26 row.name',
      '1:26 row.name',
    ]);
  });

  test.each([
    '{{#if a}}{{a}}{{else}}none{{/if}}',
    '{{#unless a}}none{{/unless}}',
    '{{#each a}}{{name}}{{else}}none{{/each}}',
    '{{#with a}}{{name}}{{/with}}',
    '{{#a}}{{name}}{{/a}}{{^a}}none{{/a}}',
    '{{#if (shout a)}}{{/if}}',
    '{{#if b}}{{else if a}}{{/if}}',
    '{{fallback a "none"}} {{fallback (shout (lookup a "b")) "none"}}',
    '{{#*inline "p"}}{{#if b}}{{b}}{{/if}}{{/inline}}{{> p b=a}}{{> p a}}',
    '{{#> missing a}}{{/missing}}',
    '{{log a}}',
    '{{now}}',
    '{{.}}',
    '{{{{raw}}}} {{a}} {{{{/raw}}}}',
    '\\{{a}}',
  ])('is not reported where the template asks for it or passes it on: %s', (source) => {
    expect(missingIn(source)).toEqual([]);
  });

  test('does not include a name with a null, empty or false value', () => {
    const data = { none: null, empty: '', zero: 0, no: false, list: [], deep: null };
    expect(missingIn('{{none}}{{empty}}{{zero}}{{no}}{{list}}{{deep.a.b}}', data)).toEqual([]);
    expect(missingIn('{{lookup list 0}} {{lookup none "a"}}', data)).toEqual(['1:3 lookup list 0']);
  });

  test('is reported to the rendering that has it, and to no other', () => {
    const reported: string[] = [];
    const engine = new TemplateEngine(environment);
    engine.render('{{a}}', {}, { onMissing: (name) => reported.push(name) });
    engine.render('{{a}}', {});
    expect(reported).toEqual(['a']);
  });
});
