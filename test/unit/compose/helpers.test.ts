import { describe, expect, test } from 'vitest';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { filledWith } from '../../support/compose/composed.ts';

const NAMES = Object.keys(HELPERS);

/** These print an answer for missing input, or take no input. */
const ANSWERS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'not', 'now', 'pageBreak'];

/** Arguments after the first, where a helper needs them. */
const MORE: Readonly<Record<string, string>> = {
  currency: ' "EUR"',
  formatCurrency: ' "EUR"',
  truncate: ' 5',
  pluralize: ' "a" "b"',
};

describe('every helper', () => {
  test.each(NAMES.filter((name) => !ANSWERS.includes(name)))(
    '%s prints nothing for null and missing',
    (name) => {
      const more = MORE[name] ?? '';

      expect(filledWith(`{{${name} missing${more}}}{{${name} nothing${more}}}`, { nothing: null })).toBe('');
    },
  );

  test.each(NAMES)('%s leaves a data field of its name reachable', (name) => {
    const data = { [name]: 'field', row: { [name]: ['a', 'b'] } };

    expect(filledWith(`{{${name}}} {{#with row}}{{#${name}}}{{this}}{{/${name}}}{{/with}}`, data)).toBe(
      'field ab',
    );
  });

  test.each(NAMES)('%s takes data of any type without breaking', (name) => {
    const values = ['text', 0, -1.5, true, [], [1, 'a', null], { a: 1 }, '<b>', '2026-01-01', '9'.repeat(30)];

    for (const value of values) {
      expect(() => filledWith(`{{#if (${name} value${MORE[name] ?? ''})}}{{/if}}`, { value })).not.toThrow(
        TypeError,
      );
    }
  });
});

describe('dates', () => {
  test.each([
    ['2026-03-01T22:30:00Z', 'America/New_York', '2026-03-01 17:30'],
    ['2026-03-01T22:30:00+05:00', 'UTC', '2026-03-01 17:30'],
    ['2026-03-01', 'America/New_York', '2026-03-01 00:00'],
    ['2026-03-01T08:05', 'Asia/Tokyo', '2026-03-01 08:05'],
    ['2026-03-01 08:05:59', 'Asia/Tokyo', '2026-03-01 08:05'],
    [1_772_404_200_000, 'UTC', '2026-03-01 22:30'],
    [1_772_404_200, 'UTC', '2026-03-01 22:30'],
    [0, 'UTC', '1970-01-01 00:00'],
    [-86_400, 'UTC', '1969-12-31 00:00'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25 02:30'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25 02:30'],
  ])('%j in %s is %s', (value, zone, prints) => {
    expect(filledWith('{{formatDate value timeZone=zone pattern="yyyy-MM-dd HH:mm"}}', { value, zone })).toBe(
      prints,
    );
  });

  test.each(['', '  ', null])('%j is blank and prints nothing', (value) => {
    expect(filledWith('{{formatDate value}}{{formatTime value}}{{formatDateTime value}}', { value })).toBe(
      '',
    );
  });

  test.each([
    'yesterday',
    '03/01/2026',
    '01.03.2026',
    '20260301',
    '1772323200',
    '2026-03',
    '2026-03-01 14:05 Uhr',
    '2026-03-01T14',
    'March 1, 2026',
    1e300,
    Number.POSITIVE_INFINITY,
    true,
    {},
    [],
  ])('%j is no date', (value) => {
    for (const helper of ['formatDate', 'formatTime', 'formatDateTime']) {
      expect(() => filledWith(`{{${helper} value}}`, { value })).toThrow(
        `html, line 1, column 1: ${helper}: the value must be a date such as 2026-03-01 or 2026-03-01T22:30:00Z; templateData.value is `,
      );
    }
  });

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-45',
    '2026-04-31T10:00',
    '2026-02-30T10:00:00Z',
    '2026-06-31 10:00+02:00',
    '2026-03-01T24:00',
    '2026-03-01T10:60',
    '2026-03-01T10:00:61Z',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T10:00:00+01:75',
  ])('%j does not exist and never becomes another date', (value) => {
    expect(() => filledWith('{{formatDate value}}', { value })).toThrow(
      `formatDate: the date must exist; templateData.value is "${value}"`,
    );
  });

  test.each([
    ['2024-02-29', '2024-02-29 00:00'],
    ['2026-03-01 14:05:00', '2026-03-01 14:05'],
    ['2026-03-01T00:30:00+02:00', '2026-02-28 22:30'],
    ['2026-03-01T00:30-0130', '2026-03-01 02:00'],
    ['2026-03-01T00:30-00:30', '2026-03-01 01:00'],
    ['2026-03-01T00:30+00:30', '2026-03-01 00:00'],
    ['2026-03-01t00:30z', '2026-03-01 00:30'],
    ['2026-03-01T00:30:00.123456789Z', '2026-03-01 00:30'],
    [' 2026-03-01 ', '2026-03-01 00:00'],
    ['0001-01-01', '0001-01-01 00:00'],
  ])('%j is %s in UTC', (value, prints) => {
    expect(filledWith('{{formatDate value pattern="yyyy-MM-dd HH:mm"}}', { value })).toBe(prints);
  });
});

describe('numbers', () => {
  test.each([
    ['{{round 1.005 2}}', '1.01'],
    ['{{round -1.5}}', '-2'],
    ['{{round 1234.5678 2}}', '1234.57'],
    ['{{round 0.0000001 3}}', '0'],
    ['{{round 123456789012345680000 2}}', '123456789012345680000'],
    ['{{multiply 1.1 1.1}}', '1.21'],
    ['{{sum "1.1" 2.2}}', '3.3'],
    ['{{add 1 missing}}', ''],
    ['{{divide 1 0}}', ''],
    ['{{currency 0 "EUR"}}', '€0.00'],
    ['{{currency -0.001 "USD"}}', '$0.00'],
    ['{{currency -0.01 "USD"}}', '-$0.01'],
    ['{{formatNumber -0.4 digits=0}}', '0'],
    ['{{formatNumber "12345678901234567890.12" digits=2}}', '12,345,678,901,234,567,890.12'],
    ['{{currency " -9007199254740993.005" "USD"}}', '-$9,007,199,254,740,993.01'],
    ['{{currency (multiply -1 0) "EUR" locale="de-DE"}}', '0,00\u00a0€'],
    ['{{currency "12.5" "USD"}}', '$12.50'],
    ['{{currency 5 missing}}', ''],
    ['{{currency 5 "BHD" locale="en"}}', 'BHD\u00a05.000'],
    ['{{sum rows "net.price"}}', '3'],
  ])('%s prints %j', (template, prints) => {
    expect(
      filledWith(template, { rows: [{ net: { price: 1 } }, { net: { price: '2' } }, { net: null }, 5] }),
    ).toBe(prints);
  });
});

describe('a value that is there, but is not what a helper needs', () => {
  const NUMBERS = [
    '{{currency value "EUR"}}',
    '{{formatCurrency value "EUR"}}',
    '{{formatNumber value}}',
    '{{formatPercent value}}',
    '{{add 1 value}}',
    '{{subtract value 1}}',
    '{{multiply value 1}}',
    '{{divide 1 value}}',
    '{{round value}}',
    '{{sum value}}',
    '{{sum list}}',
    '{{sum rows "n"}}',
    '{{range 1 value}}',
    '{{pluralize value "a" "b"}}',
    '{{#if (gt value 5)}}{{/if}}',
    '{{lte 5 value}}',
  ];
  const fill = (template: string, value: unknown) =>
    filledWith(template, { value, list: [1, value], rows: [{ n: 1 }, { n: value }] });

  describe.each(NUMBERS)('%s', (template) => {
    test.each(['1,234.50', '12,5', '€5', '5 %', '0x1F', '1_000', 'NaN', 'Infinity', '1e400', '5-', true, {}])(
      'refuses %j',
      (value) => {
        expect(() => fill(template, value)).toThrow(
          /: \w+: the value must be a number such as 1234.5; templateData\.(value|list\[1\]|rows\[1\]\.n) is /,
        );
      },
    );

    test.each(['12.50', '1e3', '-5', '+5', '.5', '5.', '007', ' 5 ', 5, null, '', '  '])(
      'accepts %j',
      (value) => {
        expect(() => fill(template, value)).not.toThrow();
      },
    );
  });

  test('is refused by helpers of lists and of codes', () => {
    const data = { text: 'a,b', object: {}, list: [1], yes: true };

    for (const helper of ['join', 'first', 'last']) {
      expect(() => filledWith(`{{${helper} text}}`, data)).toThrow(
        `${helper}: the value must be a list; templateData.text is "a,b"`,
      );
    }
    for (const helper of ['qrcode', 'barcode']) {
      for (const [name, kind] of Object.entries({ object: 'an object', list: 'a list', yes: 'true' })) {
        expect(() => filledWith(`{{${helper} ${name}}}`, data)).toThrow(
          `${helper}: the value must be text or a number; templateData.${name} is ${kind}`,
        );
      }
      expect(() => filledWith(`{{${helper} half}}`, { half: '\udfff' })).toThrow(
        `${helper}: the value has half of a surrogate pair`,
      );
    }
    expect(() => filledWith('{{length yes}}', data)).toThrow(
      'length: the value must be a list, a text or an object',
    );
    expect(() => filledWith('{{currency 1 yes}}', data)).toThrow(
      'currency: the currency code must be text such as "EUR"; templateData.yes is true',
    );
    expect(() => filledWith('{{barcode text type="ean13"}}', data)).toThrow('templateData.text is "a,b"');
  });
});

describe('codes', () => {
  test('draw a QR code of whole modules with a quiet zone of four', () => {
    const svg = filledWith('{{qrcode "https://example.com" size=30}}');

    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 33 33" width="30mm" height="30mm"/);
    expect(svg).toMatch(/<path d="M4 4h7v1h-7z/);
  });

  test('escape their text', () => {
    expect(filledWith('{{qrcode text}}', { text: '"><script>' })).toContain(
      'aria-label="&quot;&gt;&lt;script&gt;"',
    );
  });

  test.each([
    ['code128', 'Agjpq-17'],
    ['ean13', '978020137962'],
  ])('leave a module of air between the bars of %s and their text', (type, value) => {
    const svg = filledWith('{{barcode value type=type}}', { value, type });

    const bars = Array.from(svg.matchAll(/M([\d.]+) ([\d.]+)L[\d.]+ 0/g), ([, x, bottom]) => [
      Number(x),
      Number(bottom),
    ]);
    const glyphs = Array.from(svg.matchAll(/<path d="([^"]+)" fill/g), ([, path = '']) =>
      Array.from(path.matchAll(/([\d.]+) ([\d.]+)/g), ([, x, y]) => [Number(x), Number(y)] as const),
    );
    expect(glyphs.length).toBeGreaterThanOrEqual(1);
    for (const points of glyphs) {
      const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
      const above = bars.filter(([x = 0]) => x > left - 1 && x < right + 1).map(([, bottom = 0]) => bottom);
      expect(Math.min(...points.map(([, y]) => y)) - Math.max(0, ...above)).toBeGreaterThanOrEqual(1);
    }
  });

  test('draw bars of the module that was asked for', () => {
    expect(filledWith('{{barcode "A" module=0.5 height=10 text=false}}')).toMatch(
      /viewBox="0 0 68 (\d+)" width="34mm" height="10mm"/,
    );
  });
});
