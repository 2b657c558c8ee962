import { describe, expect, test } from 'vitest';
import { checkTemplate } from '../../../compose/check-template.ts';
import { InvalidComposition, TemplateError } from '../../../compose/errors.ts';
import type { TemplateSettings } from '../../../schema/api/pdf-options.ts';
import { unlimited } from '../../support/unlimited.ts';

function problemOf(settings: TemplateSettings, content = 'fine'): unknown {
  try {
    checkTemplate({ meter: unlimited(), content, settings });
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
  return null;
}

describe('a template that is saved', () => {
  test('passes with everything in order', () => {
    const settings: TemplateSettings = {
      format: 'Custom',
      width: 100,
      height: 100,
      margin: { top: 20 },
      header: { content: '{{a}}' },
      outputName: '{{b}}',
      locale: 'de-CH',
      timeZone: 'Europe/Zurich',
    };

    expect(problemOf(settings, '{{#each list}}{{> (lookup . "unknownUntilUsed")}}{{/each}}')).toBeNull();
  });

  test('reports all problems of its settings together', () => {
    expect(problemOf({ format: 'Custom', locale: 'xx', timeZone: 'Mars/Base' })).toEqual([
      'settings.format: Custom needs both settings.width and settings.height',
      'settings.locale: "xx" is not a known locale such as "de-DE"',
      'settings.timeZone: "Mars/Base" is not a known time zone such as "Europe/Berlin"',
    ]);
  });

  test('must leave a page', () => {
    expect(problemOf({ margin: { left: 105, right: 100 } })).toEqual([
      "settings.margin: left and right take 205 mm of the page's 210 mm; at least 10 mm must be left for content",
    ]);
  });

  test.each([
    ['html', {}, '{{#if}}'],
    ['header', { header: { content: '{{#if}}' } }, ''],
    ['footer', { footer: { content: '{{#if}}', enabled: false } }, ''],
    ['header[1]', { header: [{ content: 'x' }, { pages: 'last', content: '{{#if}}' }] }, ''],
    ['outputName', { outputName: '{{#if}}' }, ''],
  ] satisfies [string, TemplateSettings, string][])(
    'must be Handlebars in its %s',
    (document, settings, content) => {
      expect(problemOf(settings, content)).toBe(
        `${document}, line 1, column 8: {{#if}} opened at line 1, column 1 is never closed`,
      );
    },
  );

  test.each([
    ['an unknown helper', '{{money total}}', 1, 'There is no helper "money". Do you mean "currency"?'],
    [
      'one with named arguments',
      '{{money currency="EUR"}}',
      1,
      'There is no helper "money". Do you mean "currency"?',
    ],
    [
      'one inside another call',
      '{{#if (money total)}}{{/if}}',
      7,
      'There is no helper "money". Do you mean "currency"?',
    ],
    ['one in a named argument', '{{currency 1 "EUR" locale=(guess x)}}', 27, 'There is no helper "guess"'],
    [
      'one in an else',
      '{{#if a}}{{else money b}}{{/if}}',
      10,
      'There is no helper "money". Do you mean "currency"?',
    ],
    [
      'one in a partial of its own',
      '{{#*inline "p"}}{{money a}}{{/inline}}',
      17,
      'There is no helper "money". Do you mean "currency"?',
    ],
    ['an unknown block helper', '{{#table rows}}{{/table}}', 1, 'There is no helper "table"'],
    ['a field as a helper', '{{customer.name 1}}', 1, 'There is no helper "customer.name"'],
    [
      'an unknown partial',
      'x {{> footer}}',
      3,
      'The partial footer could not be found. Save a partial with this name, or define it in the template: {{#*inline "name"}}…{{/inline}}',
    ],
    [
      'a partial block that is not passed',
      '{{> @partial-block}}',
      1,
      'The partial @partial-block could not be found. It is the block of the call: {{#> name}}…{{/name}}',
    ],
    ['an unknown decorator', '{{*evil}}', 1, 'Missing decorator: "evil"'],
    ['a condition without a value', '{{#if}}{{/if}}', 1, '#if requires exactly one argument'],
    ['an unknown currency', '{{currency total "EURO"}}', 1, '"EURO" is not a currency code such as EUR'],
    [
      'a currency that is not text',
      '{{currency total 978}}',
      1,
      'currency: the currency code must be text such as "EUR"; the constant is 978',
    ],
    ['no currency', '{{currency total}}', 1, 'a currency code is missing: {{currency amount "EUR"}}'],
    ['an unknown locale', '{{formatNumber total locale="xx"}}', 1, 'unknown locale "xx"'],
    ['an unknown locale of a text helper', '{{upper name locale="xx"}}', 1, 'unknown locale "xx"'],
    [
      'an unknown time zone',
      '{{formatDate at timeZone="Mars/Base"}}',
      1,
      '"Mars/Base" is not a time zone such as Europe/Berlin',
    ],
    ['an unknown style', '{{formatDate at "tiny"}}', 1, 'style must be one of full, long, medium, short'],
    ['a count of digits', '{{round total 99}}', 1, 'digits must be a whole number from 0 to 20'],
    ['an unknown kind of code', '{{barcode sku type="qr"}}', 1, 'type must be one of code128, ean13'],
    [
      'a value helper with a block',
      '{{#upper a}}{{/upper}}',
      1,
      '{{upper}} is not a block: write it without "#"',
    ],
  ])('must not call what always fails: %s', (_, content, column, says) => {
    expect(problemOf({}, content)).toBe(`html, line 1, column ${column}: ${says}`);
    expect(problemOf({ footer: { content: `\n${content}` } })).toBe(
      `footer, line 2, column ${column}: ${says}`,
    );
  });

  test.each([
    ['a name that may be data', '{{money}}{{{money}}}{{#table}}{{/table}}{{^table}}{{/table}}'],
    ['a name that a block gives', '{{#each rows as |money|}}{{money 1}}{{/each}}'],
    [
      'a partial that is defined further down',
      '{{> a}}{{#*inline "a"}}{{> b}}{{/inline}}{{#*inline "b"}}{{/inline}}',
    ],
    [
      'a partial that another passes on',
      '{{#*inline "page"}}{{> body}}{{/inline}}{{#> page}}{{#*inline "body"}}{{/inline}}{{/page}}',
    ],
    [
      'a partial with a name from data',
      '{{> (lookup . "kind")}}{{#each a}}{{#*inline @key}}{{/inline}}{{/each}}{{> b}}',
    ],
    ['a partial with something in its place', '{{#> footer}}none{{/footer}}'],
    ['a block that is passed', '{{#*inline "p"}}{{> @partial-block}}{{/inline}}{{#> p}}x{{/p}}'],
    [
      'constants that depend on the data',
      '{{currency total code}}{{formatDate at style=s timeZone=zone}}{{range n 20000}}',
    ],
    [
      'constants that are right',
      '{{currency total "EUR" locale="de-DE"}}{{formatDate at "long" timeZone="Europe/Berlin"}}',
    ],
    ['a code with text from data', '{{barcode sku type="ean13"}}{{qrcode url size=30}}'],
    [
      'helpers of every kind',
      '{{#if (eq a 1)}}{{truncate b 5}}{{join c "-"}}{{pluralize n "one" "more"}}{{sum d "e"}}{{/if}}',
    ],
  ])('may call what depends on data: %s', (_, content) => {
    expect(problemOf({}, content)).toBeNull();
  });
});
