import { Meter } from '@platen/handlebars';
import { describe, expect, test } from 'vitest';
import { TemplateError } from '../../../compose/errors.ts';
import { formatNumber } from '../../../compose/helpers/intl.ts';
import { HELPERS } from '../../../compose/helpers/registry.ts';
import { EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { loadTranslator } from '../../../compose/translations/load-translator.ts';
import { fillHostile, filled } from '../../support/compose/hostile-outcome.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import { LONG, typical } from '../../support/thorough.ts';

/*
 * A helper must not be cheaper in steps than in time: the plan's steps are what limits a template to half a second.
 * Here each helper gets the most expensive arguments that its plan allows, until the steps are used up.
 */

const LANGUAGES = 'de en ar zh ja hi th fa he ko ru pl el tr bn my km ur sr lt'.split(' ');
const CALENDARS = Intl.supportedValuesOf('calendar');
const ZONES = Intl.supportedValuesOf('timeZone');
const CURRENCIES = Intl.supportedValuesOf('currency');

const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length];

/** No two rows have the same locale, zone and currency. */
const rows = Array.from({ length: 14_000 }, (_, i) => ({
  locale: `${pick(LANGUAGES, i)}-u-ca-${pick(CALENDARS, i)}`,
  zone: pick(ZONES, i),
  code: pick(CURRENCIES, i),
  amount: 1e300 * (1 + i),
  date: 1_700_000_000_000 - i * 1e9,
}));

/** A long text that is a finite number. Twice the number and a thousand times the number are finite too. */
const DIGITS = '9'.repeat(300);

const data = {
  rows,
  thousand: rows.slice(0, 1_000),
  moon: 'en-u-ca-chinese',
  pattern: 'MMMM EEEE a '.repeat(8),
  digits: DIGITS,
  numbers: Array.from({ length: 1_000 }, () => DIGITS),
  objects: Array.from({ length: 1_000 }, () => ({ a: { b: DIGITS } })),
  texts: Array.from({ length: 1_000 }, () => 'x'),
  long: 'Άΐΰßŉǰΐ'.repeat(10_000),
  letters: 'Άΐΰßŉǰΐ'.repeat(4),
  lines: '\n<&'.repeat(10_000),
  fields: Object.fromEntries(rows.slice(0, 1_000).map(({ date }) => [`k${date}`, 1])),
  code: '1234567890'.repeat(8),
  qr: 'x'.repeat(2_900),
};

const repeat = (text: string, times: number) => text.repeat(times);

/** The longest messages, and the most locales. */
const translator = await loadTranslator({
  ...Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`en-x-v${index}`, {}])),
  en: {
    none: '',
    plain: repeat('x', 10_000),
    quotes: repeat("''", 5_000),
    values: repeat('{a}', 3_333),
    plurals: repeat('{n,plural,other{#}}', 500),
    nested: `${repeat('{n,plural,other{', 8)}#${repeat('}}', 8)}`,
    selects: `{a,select,${Array.from({ length: 1_000 }, (_, index) => `k${index}{}`).join('')}other{}}`,
    numbers: repeat('{n,number,::.00 currency/EUR}', 300),
    dates: repeat('{d,date,full}', 700),
  },
});

const VARIED = 'locale=locale timeZone=zone';

/** The arguments of each helper, several where it is not clear which are the most expensive. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  currency: ['amount code locale=locale digits=20', 'amount "EUR" digits=20'],
  formatCurrency: ['amount code locale=locale digits=20'],
  formatNumber: [
    'amount locale=locale digits=20',
    'amount locale="hi-u-nu-beng" digits=20',
    '1 locale=locale',
  ],
  formatPercent: ['amount locale=locale digits=20'],
  formatDate: [
    `date "full" ${VARIED}`,
    'date "full" locale=@root.moon',
    'date "full" locale="ar-u-ca-islamic"',
    `date pattern=@root.pattern ${VARIED}`,
    'date pattern=@root.pattern',
    'date pattern=@root.pattern locale=@root.moon',
  ],
  formatTime: [`date "full" ${VARIED}`, 'date "full" locale=@root.moon'],
  formatDateTime: [`date "full" ${VARIED}`, 'date "full" locale=@root.moon'],
  now: [''],
  add: ['@root.digits @root.digits'],
  subtract: ['@root.digits @root.digits'],
  multiply: ['@root.digits @root.digits'],
  divide: ['@root.digits @root.digits'],
  round: ['amount 20', '@root.digits 20', '1.2345e-300 20'],
  sum: ['@root.numbers', '@root.objects "a.b"'],
  default: ['null null null 1'],
  upper: [
    '@root.long locale="tr"',
    '@root.letters locale="lt"',
    '"a" locale=locale',
    '"a" locale=@root.moon',
  ],
  lower: ['@root.long locale="tr"', '@root.letters locale="lt"', '"a" locale=locale'],
  capitalize: ['@root.long locale="tr"', '@root.letters locale="lt"', '"a" locale=locale'],
  truncate: ['@root.long 60000', '@root.long 1'],
  join: ['@root.texts @root.letters', '@root.numbers ""'],
  concat: ['@root.letters @root.letters', '@root.numbers @root.numbers'],
  groups: ['@root.long 1', '@root.letters 1', '@root.lines 1'],
  encodeUrl: ['@root.long', '@root.letters', '@root.lines'],
  nl2br: ['@root.lines'],
  pluralize: ['amount "a" "b" locale=locale', 'amount "a" "b" locale="ar"', '1.5 "a" "b"'],
  t: [
    '"none"',
    '"missing"',
    '@root.digits',
    '"plain"',
    '"quotes"',
    '"values" a=@root.digits',
    '"values" a=@root.texts',
    '"plurals" n=amount',
    '"plurals" n=amount locale="ar"',
    '"nested" n=amount',
    '"nested" n=amount locale=locale',
    '"selects" a=code',
    '"numbers" n=amount',
    '"dates" d=date timeZone=zone',
    '"none" locale=locale',
  ],
  tHtml: ['"values" a=@root.lines', '"plurals" n=amount'],
  first: ['@root.rows 14000'],
  last: ['@root.rows 14000'],
  length: ['@root.fields'],
  range: ['1 10000'],
  json: ['@root.fields', '@root.lines', '@root.objects'],
  pageBreak: [''],
  qrcode: ['@root.qr ecc="L"', '"x" ecc="H"'],
  barcode: ['@root.code', '"978020137962" type="ean13"'],
  eq: ['@root.long @root.lines'],
  ne: ['@root.long @root.lines'],
  lt: ['@root.digits @root.digits'],
  lte: ['@root.digits @root.digits'],
  gt: ['@root.digits @root.digits'],
  gte: ['@root.digits @root.digits'],
  and: ['1 1 1 1'],
  or: ['0 0 0 1'],
  not: ['1'],
};

/** A fifth of an edge's steps: enough to measure, and the whole list takes seconds. */
const LIMITS = { ...EDGE_LIMITS, steps: 200_000 };

const loop = (body: string) => `{{#each @root.thousand}}{{#each @root.rows}}${body}{{/each}}{{/each}}`;

function nsPerStep(template: string): number {
  const ns = measureCpuNs(() => {
    expect(fillHostile({ template, data }, LIMITS, translator)).toMatchObject({ limit: 'steps' });
  });
  return ns / LIMITS.steps;
}

/** Eight times a plain step of 60 ns is half a second for a million steps. The rest is room for a busy machine. */
const MAX_RATIO = 16;

describe('a template that calls a helper with its most expensive arguments pays for them in steps', () => {
  const plain = () => nsPerStep(loop('{{#if (lookup this "locale")}}{{/if}}{{code}}'));

  test.each(
    typical(
      Object.entries(ARGUMENTS).flatMap(([name, list]) => list.map((args) => [name, args] as const)),
      14,
    ),
  )('%s %s', LONG, async (name, args) => {
    const costly = () => nsPerStep(loop(`{{#if (${name} ${args})}}{{/if}}`));
    expect(await leastRatio(costly, plain, MAX_RATIO)).toBeLessThan(MAX_RATIO);
  });

  test('and no helper is left out', () => {
    expect(Object.keys(ARGUMENTS).toSorted()).toEqual(Object.keys(HELPERS).toSorted());
  });
});

describe('a formatter for each row', () => {
  const template = `{{#each rows}}{{formatDate date "full" ${VARIED}}}{{currency amount code locale=locale}}{{/each}}`;

  test('ends 14,000 rows of varied locale and zone after the steps of some hundred formatters', () => {
    const outcome = fillHostile({ template, data });
    expect(outcome).toBeInstanceOf(TemplateError);
    expect((outcome as TemplateError).message).toContain('takes more than 1,000,000 steps');
  });

  test('costs the same whether or not another request has built the formatters before', () => {
    const few = { rows: rows.slice(5_000, 5_100) };
    const findCost = () => {
      let steps = 0;
      for (let limit = 1_000_000; limit > 1_000; limit >>= 1) {
        const ends = typeof fillHostile({ template, data: few }, { ...EDGE_LIMITS, steps: steps + limit });
        if (ends !== 'string') steps += limit;
      }
      return steps;
    };
    const cold = findCost();
    expect(cold).toBeGreaterThan(100_000);
    expect(findCost()).toBe(cold);
  });

  test('costs its steps again after 200 others, because no more are kept', () => {
    const meter = new Meter({ ...EDGE_LIMITS, steps: Number.POSITIVE_INFINITY });
    const use = (at: number) => {
      const options = { minimumIntegerDigits: 1 + (at % 20), maximumFractionDigits: Math.floor(at / 20) };
      formatNumber(1, 'en', options, meter);
    };
    const cost = (work: () => void) => {
      const before = meter.steps;
      work();
      return meter.steps - before;
    };
    const first = cost(() => use(0));
    expect(cost(() => use(0))).toBeLessThan(first / 10);
    for (let at = 1; at <= 200; at++) use(at);
    expect(cost(() => use(0))).toBe(first);
  });
});

describe('an honest table', () => {
  test('of 10,000 rows with two amounts, a date and a date by pattern has steps to spare', () => {
    const honest = Array.from({ length: 10_000 }, (_, i) => ({ price: i / 7, count: i, on: '2026-03-01' }));
    const template =
      '{{#each rows}}{{currency price "EUR" locale="de-DE"}}{{currency count "USD"}}{{formatDate on}}' +
      '{{formatDate on pattern="dd.MM.yyyy"}}{{/each}}';
    expect(filled(template, { rows: honest }).length).toBeGreaterThan(100_000);
  });
});
