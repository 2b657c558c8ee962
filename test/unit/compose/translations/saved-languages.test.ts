import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../../compose/check-template.ts';
import { InvalidTranslations } from '../../../../compose/errors.ts';
import { loadTranslator } from '../../../../compose/translations/load-translator.ts';
import type { TemplateSettings } from '../../../../schema/api/pdf-options.ts';
import type { Translations } from '../../../../schema/api/translations.ts';
import { unlimited } from '../../../support/unlimited.ts';

async function problemsOf(
  content: string,
  translations: unknown,
  settings: TemplateSettings = {},
  partials: Record<string, string> = {},
): Promise<readonly string[]> {
  try {
    const translator = await loadTranslator(translations as Translations | null);
    checkTemplate({ meter: unlimited(), content, settings, translator, partials });
  } catch (error) {
    if (error instanceof InvalidTranslations) return error.details;
    throw error;
  }
  return [];
}

describe('a key that a locale does not have', () => {
  test('is a problem with the locale, the key and its first place', async () => {
    const html = '<h1>{{t "title"}}</h1>\n<p>{{t "total"}} {{t "total"}}</p>';
    expect(
      await problemsOf(html, { en: { title: 'Invoice', total: 'Total' }, de: { title: 'Rechnung' }, fr: {} }),
    ).toEqual([
      'translations.de: has no "total" (html, line 2, column 4)',
      'translations.fr: has no "title" (html, line 1, column 5)',
      'translations.fr: has no "total" (html, line 2, column 4)',
    ]);
  });

  test.each([
    ['a block', '{{#if a}}{{#each b}}{{t "x"}}{{/each}}{{/if}}', 'html, line 1, column 21'],
    ['an else', '{{#if a}}{{else if b}}{{else}}{{t "x"}}{{/if}}', 'html, line 1, column 31'],
    ['an argument', '{{upper (t "x")}}', 'html, line 1, column 9'],
    ['a named argument', '{{t "y" name=(t "x")}}', 'html, line 1, column 14'],
    ['an argument of a block', '{{#if (t "x")}}{{/if}}', 'html, line 1, column 7'],
    ['an inline partial', '{{#*inline "p"}}{{tHtml "x"}}{{/inline}}{{> p}}', 'html, line 1, column 17'],
    ['an argument of a partial', '{{#*inline "p"}}{{/inline}}{{> p a=(t "x")}}', 'html, line 1, column 36'],
    ['a partial block', '{{#> p}}{{t "x"}}{{/p}}', 'html, line 1, column 9'],
    ['three braces', '{{{t "x"}}}', 'html, line 1, column 1'],
    ['an attribute', '<img alt="{{t \'x\'}}">', 'html, line 1, column 11'],
  ])('is found in %s', async (_where, html, place) => {
    expect(await problemsOf(html, { en: { y: '{name}' } })).toEqual([
      `translations.en: has no "x" (${place})`,
    ]);
  });

  test('is found in all other texts', async () => {
    const settings: TemplateSettings = {
      margin: { top: 20, bottom: 20 },
      header: [{ content: 'a' }, { content: '{{t "in header"}}', pages: 'last' }],
      footer: { content: '{{t "in footer"}}' },
      outputName: '{{t "in name"}}',
      watermark: { text: '{{t "in watermark"}}' },
      metadata: { title: '{{t "in title"}}' },
    };
    expect(await problemsOf('', { en: { a: 'a' } }, settings)).toEqual([
      'translations.en: has no "in header" (header[1], line 1, column 1)',
      'translations.en: has no "in footer" (footer, line 1, column 1)',
      'translations.en: has no "in name" (outputName, line 1, column 1)',
      'translations.en: has no "in title" (metadata, line 1, column 1)',
      'translations.en: has no "in watermark" (watermark, line 1, column 1)',
    ]);
  });

  test('is found in the partials of the workspace', async () => {
    const partials = { footer: '<p>\n{{t "total"}}{{> address}}', address: '{{t "street"}}' };
    expect(await problemsOf('{{> footer}}', { en: { a: 'a' } }, {}, partials)).toEqual([
      'translations.en: has no "total" (partial:footer, line 2, column 1)',
      'translations.en: has no "street" (partial:address, line 1, column 1)',
    ]);
  });

  test('is none if the locale is a part of one that has it', async () => {
    const translations = { de: { x: 'a' }, 'de-AT': {}, 'zh-Hant': { x: 'a' }, 'zh-Hant-HK': {}, zh: {} };
    expect(await problemsOf('{{t "x"}}', translations)).toEqual([
      'translations.zh: has no "x" (html, line 1, column 1)',
    ]);
  });

  test('is not looked for if it comes from the data, or is not a translation', async () => {
    const html =
      '{{t key}} {{t (concat "a." b)}} {{#each list as |t|}}{{t "x"}}{{/each}} \\{{t "x"}} {{!-- {{t "x"}} --}}';
    expect(await problemsOf(html, { en: { a: 'a' } })).toEqual([]);
  });

  test('is not looked for in HTML without placeholders', async () => {
    expect(await problemsOf('{{t "x"}}', { en: { a: 'a' } }, { templating: 'none' })).toEqual([]);
  });

  test('is a problem of a template without translations', async () => {
    const problem = ['translations: has no locale, but needs "x" (html, line 1, column 1)'];
    expect(await problemsOf('{{t "x"}}', null)).toEqual(problem);
    expect(await problemsOf('{{t "x"}}', {})).toEqual(problem);
    expect(await problemsOf('{{t x}}', null)).toEqual([]);
  });
});

test('a value that a message needs and a call does not give is a problem', async () => {
  const translations = {
    en: { rows: '{count, plural, one {{kind} row} other {# rows}}' },
    de: { rows: '# Zeilen' },
  };
  expect(
    await problemsOf('{{t "rows" kind=1 count=2}} {{t "rows" kind=1}} {{t "rows"}}', translations),
  ).toEqual([
    'translations.en.rows: needs count=…, which the call does not give (html, line 1, column 29)',
    'translations.en.rows: needs count=… kind=…, which the call does not give (html, line 1, column 49)',
  ]);
});

test('an apostrophe of the text that would quote a placeholder is a problem', async () => {
  const fr = {
    due: "Montant de l'{type}",
    p: "{count, plural, one {l'# article'} other {les articles #}}",
    open: "Montant '{type}",
    quoted: "Il y a '{n}' pages, l'invio",
    two: "Montant de l''{type}",
  };
  expect(await problemsOf('', { fr })).toEqual([
    `translations.fr.due: character 13: the apostrophe before "{type}" begins a quotation, so "{type}" would be printed as it is. Write two apostrophes: "l''{type}"`,
    `translations.fr.p: character 23: the apostrophe before "#" begins a quotation, so "#" would be printed as it is. Write two apostrophes: "l''#"`,
    `translations.fr.open: character 9: the apostrophe before "{type}" begins a quotation, so "{type}" would be printed as it is. Write two apostrophes: "''{type}"`,
  ]);
});

test('messages that are not valid are problems, also if nothing prints them', async () => {
  expect(await problemsOf('', { en: { a: '{', b: { c: '{n, plural, one {x}}' } }, de: { a: 'ok' } })).toEqual(
    [
      'translations.en.a: character 1: a name must follow "{", such as {count}',
      'translations.en.b.c: character 20: the case "other" is missing',
    ],
  );
});

describe('the form', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : { a: deep(levels - 1) });

  test.each<readonly [string, unknown, string]>([
    ['a locale that is not known', { xx: {} }, 'translations.xx: is not a known locale such as "de-DE"'],
    ['a locale that is no tag', { de_DE: {} }, 'translations.de_DE: is not a known locale such as "de-DE"'],
    [
      'a locale that is there twice',
      { 'de-DE': {}, 'de-de': {} },
      'translations.de-de: is there twice, in another case',
    ],
    ['a locale without an object', { de: 'x' }, 'translations.de: must be an object'],
    ['a number', { de: { a: 1 } }, 'translations.de.a: must be text'],
    ['null', { de: { a: { b: null } } }, 'translations.de.a.b: must be text'],
    ['a list', { de: { a: ['x'] } }, 'translations.de.a: must be text'],
    [
      'a key that is there twice',
      { de: { 'a.b': 'x', a: { b: 'y' } } },
      'translations.de.a.b: is there twice, with and without objects',
    ],
    ['an empty key', { de: { '': 'x' } }, 'translations.de.: a key must have 1 to 200 characters'],
    [
      'a long key',
      { de: { ['k'.repeat(201)]: 'x' } },
      `translations.de.${'k'.repeat(59)}…: a key must have 1 to 200 characters`,
    ],
    [
      'a long message',
      { de: { a: 'x'.repeat(10_001) } },
      'translations.de.a: must have at most 10000 characters',
    ],
    ['too many levels', { de: deep(11) }, 'translations.de: nests objects more than 10 deep'],
    [
      'too many keys',
      { de: Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`k${i}`, 'x'])) },
      'translations.de: must have at most 2000 keys',
    ],
  ])('%s is refused', async (_what, translations, problem) => {
    expect(await problemsOf('', translations)).toEqual([problem]);
  });

  test('has at most 50 locales', async () => {
    const locales = Array.from({ length: 51 }, (_, index) => `de-x-v${index}`);
    expect(await problemsOf('', Object.fromEntries(locales.map((locale) => [locale, {}])))).toEqual([
      'translations: must have at most 50 locales',
    ]);
  });

  test('may be at its limits', async () => {
    const keys = Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 'x'] as const);
    expect(
      await problemsOf('', {
        de: Object.fromEntries(keys),
        en: deep(10),
        fr: { ['k'.repeat(200)]: 'x'.repeat(10_000) },
      }),
    ).toEqual([]);
  });

  test('may have names like those of JavaScript', async () => {
    const translations: unknown = JSON.parse(
      '{"en":{"__proto__":"a","constructor":{"name":"b"},"toString":"c"}}',
    );
    expect(
      await problemsOf('{{t "__proto__"}}{{t "constructor.name"}}{{t "toString"}}', translations),
    ).toEqual([]);
    expect(await problemsOf('{{t "valueOf"}}', translations)).toHaveLength(1);
  });
});

test('the names of a call are read once for all locales', async () => {
  const needed = Array.from({ length: 1_400 }, (_, index) => `n${index}`);
  const message = needed.map((name) => `{${name}}`).join('');
  const tags = Array.from({ length: 45 }, (_, index) => `de-x-v${index}`);
  const translator = await loadTranslator(Object.fromEntries(tags.map((tag) => [tag, { k: message }])));
  const others = Array.from({ length: 30_000 }, (_, index) => `z${index}`);
  const position = { line: 1, column: 1 };
  let reads = 0;
  const names = new Proxy([...others, ...needed], {
    get: (list, property) => {
      reads += 1;
      return Reflect.get(list, property) as unknown;
    },
  });
  const call = { document: 'html', key: 'k', names, position } as const;
  expect(translator?.findProblems([call], unlimited())).toEqual([]);
  // A search for each needed name in the list would read it 1,400 times for each locale.
  expect(reads).toBeLessThan(10 * names.length);
});

test('at most 20 problems are listed', async () => {
  const html = Array.from({ length: 30 }, (_, index) => `{{t "k${index}"}}`).join('');
  const problems = await problemsOf(html, { en: {}, de: {} });
  expect(problems).toHaveLength(20);
  expect(problems.at(-1)).toBe('translations: has more problems than are listed');
});
