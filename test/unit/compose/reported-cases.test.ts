import { describe, expect, test } from 'vitest';
import { filledWith } from '../../support/compose/composed.ts';

/** Templates that others reported to makers of PDFs, with what is right. */

describe('amounts', () => {
  const TEMPLATE = `{{currency 1.005 'USD'}} {{currency 2.675 'EUR'}} {{round 1.005 2}} {{round -1.005 2}} {{multiply 1.1 3}}
{{multiply 19.99 100}} {{add 0.1 0.2}} {{sum l}} {{currency neg 'USD'}} {{currency s 'EUR' locale='de-DE'}} {{currency bad 'EUR'}}|
{{currency nul 'EUR'}}| {{formatNumber 0.1 digits=2}} {{currency 1234.5 cur}} {{multiply (multiply 3 0.07) 100}}
{{round (divide 10 3) 2}} {{currency price 'JPY'}} {{formatPercent 0.075}} {{formatPercent 0.19 digits=0}}`;
  const data = {
    l: [0.1, 0.2, 0.3],
    neg: -5.5,
    s: '1234.50',
    bad: '1,234.50',
    nul: null,
    cur: 'GBP',
    price: 10.1,
  };

  test('with a group separator are refused with their path', () => {
    expect(() => filledWith(TEMPLATE, data)).toThrow(
      'html, line 2, column 109: currency: the value must be a number such as 1234.5; templateData.bad is "1,234.50"',
    );
  });

  test('are exact to the digit', () => {
    expect(filledWith(TEMPLATE, { ...data, bad: '1234.50' }).replaceAll(/\s+/g, ' ')).toBe(
      '$1.01 €2.68 1.01 -1.01 3.3 1999 0.3 0.6 -$5.50 1.234,50 € €1,234.50| | 0.10 £1,234.50 21 3.33 ¥10 7.5% 19%',
    );
  });
});

describe('dates', () => {
  const TEMPLATE = `{{formatDate d 'long' timeZone='America/Los_Angeles'}} | {{formatDateTime z timeZone='Europe/Berlin' locale='de-DE'}} |
{{formatDate us}} | {{formatDate ger}} | {{formatDate ep}} | {{formatDate eps}} | {{formatDate bad}} | {{formatDate off 'short'}} | {{formatDate sp}}`;
  const data = {
    d: '2026-03-01',
    z: '2026-03-29T00:30:00Z',
    us: null,
    ger: '',
    ep: 1_772_323_200_000,
    eps: 1_772_323_200,
    bad: null,
    off: '2026-03-01T00:30:00+02:00',
    sp: '2026-03-01 14:05:00',
  };

  test.each([
    ['us', '03/01/2026', 'html, line 2, column 1: formatDate: the value must be a date'],
    ['ger', '01.03.2026', 'html, line 2, column 21: formatDate: the value must be a date'],
    ['bad', 'soon', 'formatDate: the value must be a date'],
    ['bad', '2026-02-30', 'formatDate: the date must exist'],
  ])('%s: %j is refused', (name, value, says) => {
    const fill = () => filledWith(TEMPLATE, { ...data, [name]: value });
    expect(fill).toThrow(says);
    expect(fill).toThrow(`templateData.${name} is "${value}"`);
  });

  test('are those of their time zone, and blank without a value', () => {
    expect(filledWith(TEMPLATE, data).replaceAll(/\s+/g, ' ')).toBe(
      'March 1, 2026 | 29.03.2026, 01:30 | | | Mar 1, 2026 | Mar 1, 2026 | | 2/28/26 | Mar 1, 2026',
    );
  });
});

describe('null in a loop prints nothing', () => {
  test.each([
    ['{{#each arr}}{{#if 1}}{{@index}}={{../foo}}|{{/if}}{{/each}}', '0=P|1=P|2=P|3=P|'],
    ['{{#each arr}}{{#unless this}}{{@index}}={{../foo}}[{{this}}]{{/unless}}{{/each}}', '2=P[]'],
    ['{{#each arr}}{{#if 1 includeZero=true}}{{this}};{{/if}}{{/each}}', '1;2;;4;'],
    ['{{#each arr}}{{#eq this null}}[{{this}}{{.}}{{{this}}}]{{/eq}}{{/each}}', '[]'],
    ['{{#each arr}}{{#ne this 9}}{{this}}{{x}}{{x.y}};{{/ne}}{{/each}}', '1;2;;4;'],
    [
      '{{#each obj}}({{@key}}:{{this}}){{#unless @last}},{{/unless}}{{/each}}',
      '(first:),(second:bar),(third:0),(fourth:)',
    ],
    ['{{#each arr}}{{#with this}}{{this}}{{else}}[{{this}}]{{/with}}{{/each}}', '12[]4'],
    ['{{#each none}}x{{else}}empty{{/each}} {{#each missing}}x{{else}}empty{{/each}}', 'empty empty'],
    ['{{zero}}|{{fal}}|{{nul}}|{{undef}}|{{emp}}|{{nul.a.b}}|{{zero.x}}|', '0|false||||||'],
  ])('%s', (template, prints) => {
    const data = {
      arr: [1, 2, null, 4],
      foo: 'P',
      obj: { first: null, second: 'bar', third: 0, fourth: '' },
      none: null,
      zero: 0,
      fal: false,
      nul: null,
      emp: '',
    };
    expect(filledWith(template, data)).toBe(prints);
  });
});
