import { DEFAULT_LIMITS, Meter } from '@platen/handlebars';
import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../../compose/translations/format-message.ts';
import { MessageFault, namesIn } from '../../../../compose/translations/message.ts';
import { parseMessage } from '../../../../compose/translations/parse-message.ts';

interface Given {
  readonly values?: Record<string, unknown>;
  readonly locale?: string;
  readonly timeZone?: string;
}

const formatted = (message: string, { values = {}, locale = 'en-US', timeZone = 'UTC' }: Given = {}) =>
  formatMessage(parseMessage(message), {
    values,
    locale,
    timeZone,
    escape: (text) => text,
    meter: new Meter(DEFAULT_LIMITS),
  }).replaceAll(/[\u00a0\u202f]/g, ' ');

function faultOf(message: string): string {
  try {
    parseMessage(message);
  } catch (error) {
    if (error instanceof MessageFault) return error.message;
    throw error;
  }
  throw new Error('The message is valid');
}

describe('plain text', () => {
  test.each([
    ['', ''],
    ['Invoice', 'Invoice'],
    ['100 % # "quoted" <b>', '100 % # "quoted" <b>'],
    ["don't", "don't"],
    ["l'<b>offre</b>", "l'<b>offre</b>"],
    ["it''s", "it's"],
    ["'{name}' and '{'", '{name} and {'],
    ["'{it''s}'", "{it's}"],
    ["'{never closed}", '{never closed}'],
    ['😀 {n} 𐤀', '😀 1 𐤀'],
  ])('%j prints %j', (message, text) => {
    expect(formatted(message, { values: { n: 1 } })).toBe(text);
  });
});

describe('values', () => {
  test.each([
    ['{name}', { name: 'Ada' }, 'Ada'],
    ['{ name }!', { name: 'Ada' }, 'Ada!'],
    ['{name}', { name: 3 }, '3'],
    ['{name}', {}, ''],
    ['{name}', { name: null }, ''],
    ['{list}', { list: [1, 'b'] }, '1,b'],
    ['{größe} {first-name} {a_b}', { größe: 'L', 'first-name': 'Ada', a_b: 1 }, 'L Ada 1'],
    ['{constructor} {toString}', {}, ' '],
  ])('%s with %j', (message, values, text) => {
    expect(formatted(message, { values })).toBe(text);
  });
});

describe('plurals', () => {
  const ROWS = '{count, plural, =0 {no rows} one {# row} other {# rows}}';

  test.each([
    [0, 'no rows'],
    [1, '1 row'],
    [2, '2 rows'],
    [1234, '1,234 rows'],
    [1.5, '1.5 rows'],
    [-1, '-1 row'],
    ['3', '3 rows'],
    [null, ' rows'],
    [undefined, ' rows'],
  ])('of %s', (count, text) => {
    expect(formatted(ROWS, { values: { count } })).toBe(text);
  });

  test.each([
    ['pl', 1, 'one'],
    ['pl', 2, 'few'],
    ['pl', 5, 'many'],
    ['pl', 1.5, 'other'],
    ['ar', 0, 'zero'],
    ['ar', 2, 'two'],
    ['ar', 11, 'many'],
    ['ar', 100, 'other'],
    ['ja', 1, 'other'],
    ['fr', 0, 'one'],
    ['pt-PT', 0, 'other'],
  ])('follow the rules of %s for %s', (locale, n, category) => {
    const cases = ['zero', 'one', 'two', 'few', 'many', 'other'].map((name) => `${name} {${name}}`);
    expect(formatted(`{n, plural, ${cases.join(' ')}}`, { locale, values: { n } })).toBe(category);
  });

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [22, '22nd'],
  ])('of an order: %s', (n, text) => {
    const message = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    expect(formatted(message, { values: { n } })).toBe(text);
  });

  test.each([
    [0, 'nobody'],
    [1, 'you'],
    [2, 'you and 1 other'],
    [3, 'you and 2 others'],
  ])('with an offset: %s', (n, text) => {
    const message =
      '{n, plural, offset:1 =0 {nobody} =1 {you} one {you and # other} other {you and # others}}';
    expect(formatted(message, { values: { n } })).toBe(text);
  });

  test('nest, and # is the number of the nearest one, also through a select', () => {
    const message =
      '{a, plural, other {# of {b, plural, other {# {c, select, x {(#)} other {}}}} and # {c, select, other {(#)}}}}';
    expect(formatted(message, { values: { a: 1, b: 2, c: 'x' } })).toBe('1 of 2 (2) and 1 (1)');
  });

  test('quote a #, which is a number only there', () => {
    expect(formatted("# {n, plural, other {'#' #}} {s, select, other {#}}", { values: { n: 4 } })).toBe(
      '# # 4 #',
    );
  });

  test('need a number', () => {
    expect(() => formatted(ROWS, { values: { count: 'many' } })).toThrow('the value must be a number');
  });
});

describe('selects', () => {
  const GREETING = '{gender, select, female {Frau} male {Herr} true {ja} other {Firma}}';

  test.each([
    ['female', 'Frau'],
    ['male', 'Herr'],
    ['x', 'Firma'],
    [true, 'ja'],
    [null, 'Firma'],
    [undefined, 'Firma'],
    [['female'], 'Firma'],
    ['constructor', 'Firma'],
  ])('%s', (gender, text) => {
    expect(formatted(GREETING, { values: { gender } })).toBe(text);
  });
});

describe('numbers', () => {
  test.each([
    ['{n, number}', 'de-DE', '1.234,568'],
    ['{n,number,integer}', 'en-US', '1,235'],
    ['{n, number, percent}', 'en-US', '123,457%'],
    ['{n, number, ::.00}', 'de-DE', '1.234,57'],
    ['{n, number, ::.0#}', 'en-US', '1,234.57'],
    ['{n, number, ::.}', 'en-US', '1,235'],
    ['{n, number, ::.00 .}', 'en-US', '1,235'],
    ['{n, number, ::.00 precision-integer}', 'en-US', '1,235'],
    ['{n, number, ::currency/EUR .}', 'en-US', '€1,235'],
    ['{n, number, ::currency/EUR}', 'de-DE', '1.234,57 €'],
    ['{n, number, ::currency/JPY}', 'ja-JP', '￥1,235'],
    ['{n, number, ::currency/EUR unit-width-iso-code}', 'en-US', 'EUR 1,234.57'],
    ['{n, number, ::compact-short}', 'en-US', '1.2K'],
    ['{n, number, ::group-off .0}', 'en-US', '1234.6'],
    ['{n, number, ::sign-always @@@}', 'en-US', '+1,230'],
    ['{n, number, ::unit/kilogram .0}', 'fr-FR', '1 234,6 kg'],
    ['{n, number, ::measure-unit/length-meter .}', 'en-US', '1,235 m'],
    ['{n, number, ::unit/kilometer-per-hour .0}', 'de-DE', '1.234,6 km/h'],
    ['{n, number, ::percent scale/0.01 .0}', 'en-US', '12.3%'],
    ['{n, number, ::integer-width/*000000 group-off .}', 'en-US', '001235'],
    ['{missing, number}', 'en-US', ''],
  ])('%s in %s', (message, locale, text) => {
    expect(formatted(message, { locale, values: { n: 1234.5678 } })).toBe(text);
  });

  test('can be text, as for the other helpers', () => {
    expect(formatted('{n, number}', { values: { n: ' 12.50 ' } })).toBe('12.5');
    expect(() => formatted('{n, number}', { values: { n: '1,234' } })).toThrow('must be a number');
  });
});

describe('dates and times', () => {
  const values = { d: '2026-03-01T22:30:05Z' };

  test.each([
    ['{d, date}', 'en-US', 'Mar 1, 2026'],
    ['{d, date, short}', 'de-DE', '01.03.26'],
    ['{d, date, long}', 'fr-FR', '1 mars 2026'],
    ['{d, date, full}', 'de-DE', 'Sonntag, 1. März 2026'],
    ['{d, time}', 'de-DE', '22:30:05'],
    ['{d, time, short}', 'en-US', '10:30 PM'],
    ['{d, date, ::yMMMM}', 'de-DE', 'März 2026'],
    ['{d, date, ::EEEEdMMMM}', 'en-GB', 'Sunday 1 March'],
    ['{d, time, ::Hmm}', 'en-US', '22:30'],
    ['{d, time, ::jmm}', 'en-US', '10:30 PM'],
    ['{missing, date}', 'en-US', ''],
  ])('%s in %s', (message, locale, text) => {
    expect(formatted(message, { locale, values })).toBe(text);
  });

  test('are in the time zone, but a calendar date is the same everywhere', () => {
    const message = '{d, date, short} {day, date, short}';
    const given = { d: values.d, day: '2026-03-01' };
    expect(formatted(message, { values: given, timeZone: 'Asia/Tokyo' })).toBe('3/2/26 3/1/26');
  });

  test('must be dates', () => {
    expect(() => formatted('{d, date}', { values: { d: '03/01/2026' } })).toThrow('must be a date');
  });
});

test('the names of a message are those of its values, at every level', () => {
  const message = '{a} {b, number} {c, plural, one {{d}} other {#}} {e, select, other {{f, date}}}';
  expect([...namesIn(parseMessage(message))]).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test.each([
  ['{', 'character 1: a name must follow "{", such as {count}'],
  ['{}', 'character 1: a name must follow "{", such as {count}'],
  ['a {name', 'character 8: "}" or "," must follow "{name"'],
  ['{first name}', 'character 8: "}" or "," must follow "{first"'],
  ['a } b', `character 3: "}" has no "{". Write it as '}'`],
  [
    '{n, foo}',
    'character 5: "foo" is not a type: it must be number, date, time, plural, selectordinal, select',
  ],
  ['{n,}', 'character 4: "" is not a type: it must be number, date, time, plural, selectordinal, select'],
  ['{n, plural}', 'character 11: cases must follow "{n", such as other {…}'],
  ['{n, plural, one {x}}', 'character 20: the case "other" is missing'],
  ['{n, plural, one {x} one {y} other {}}', 'character 21: the case "one" is there twice'],
  ['{n, plural, =1 {x} =01 {y} other {}}', 'character 20: the case "=01" is there twice'],
  [
    '{n, plural, singular {x} other {}}',
    'character 13: "singular" is not a case: it must be =1 or zero, one, two, few, many, other',
  ],
  ['{n, select, =1 {x} other {}}', 'character 13: "=1" is not a case: it must be a word'],
  ['{n, plural, other x}', 'character 19: "{" must follow the case "other"'],
  ['{n, plural, other {x', 'character 13: the case "other" is not closed'],
  ['{n, plural, other {x}', 'character 1: "{n" is not closed'],
  [
    '{n, number, dollars}',
    'character 13: "dollars" is not a style of a number: it must be integer, percent, or a skeleton such as ::.00 or ::currency/EUR',
  ],
  ['{n, number,}', 'character 12: a style must follow ","'],
  ['{n, number, ::unit/mile-per-parsec}', 'character 13: "mile-per-parsec" is not a unit that is supported'],
  [
    '{n, number, ::.00000000000}',
    'character 13: ".00000000000" in the skeleton of a number is not supported',
  ],
  ['{n, number, ::bogus}', 'character 13: "bogus" in the skeleton of a number is not supported'],
  [
    '{n, number, ::currency/EURO}',
    'character 13: "currency/EURO" in the skeleton of a number is not supported',
  ],
  [
    '{d, date, dd.MM.yyyy}',
    'character 11: "dd.MM.yyyy" is not a style of a date: it must be short, medium, long, full, or a skeleton such as ::yMMMd',
  ],
  ['{d, date, ::yQ}', 'character 11: "Q" in the skeleton of a date is not supported'],
  ['{d, date, ::}', 'character 11: a skeleton such as yMMMd must follow "::"'],
])('%j is refused', (message, fault) => {
  expect(faultOf(message)).toBe(fault);
});

test('plurals nest up to 8 levels', () => {
  const nested = (levels: number) => '{n, plural, other {'.repeat(levels) + '#' + '}}'.repeat(levels);

  expect(formatted(nested(8), { values: { n: 7 } })).toBe('7');
  expect(faultOf(nested(9))).toContain('nests more than 8 plurals and selects');
});
