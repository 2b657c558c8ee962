import { describe, expect, test } from 'vitest';
import {
  amountsOf,
  euros,
  expectRunningSums,
  readPages,
  STYLE,
  tableOf,
  writeRow,
} from './support/carried-tables.ts';
import { jobOf } from './support/jobs.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { LONG, typical } from '../support/thorough.ts';

const printer = usePrinter();

const print = (html: string): Promise<Printed> => printer.print(jobOf(html));

describe('amounts and formats', () => {
  const cell = (amount: string) => `<tr style="height: 60mm"><td>x<td data-carry="${amount}">`;
  const show = (amounts: readonly string[], format: string, attributes = ''): string =>
    `${STYLE}<table ${attributes}>${amounts.map(cell).join('')}<template data-carried-forward><tr><td>Sum<td>[<b data-carry-sum="${format}">?</b>]</template></table>`;

  test.each(
    typical(
      [
        ['0.1', '0.2', 'number', '[0.3]'],
        ['90071992547409.93', '-0.005', 'number', '[90,071,992,547,409.925]'],
        ['90071992547409931234.1', '0', 'number 2', '[90,071,992,547,409,931,234.10]'],
        ['1e21', '-1', 'number', '[999,999,999,999,999,999,999]'],
        ['5e-7', '', 'number 7', '[0.0000005]'],
        ['-1200', '-34.5', 'currency EUR', '[-€1,234.50]'],
        ['1234.5', '', 'currency EUR de-DE', '[1.234,50 €]'],
        ['1234.5', '+1', ' number  1  fr ', '[1 235,5]'],
        ['1234.567', '', 'currency JPY', '[¥1,235]'],
      ],
      4,
    ),
  )('%s and %s as "%s" are %s', LONG, async (one, other, format, expected) => {
    const { document } = await print(show([one, other, '0', '0', '0', '0'], format));
    // Four rows of 60 mm have room on a page, or with a row of sums.
    expect((await document.text(1)).replaceAll(/\s/gu, ' ')).toContain(expected);
  });

  test('the language of the table is that of its sums', async () => {
    const { document } = await print(show(['1234.5', '0', '0', '0', '0'], 'number 2', 'lang="de"'));
    expect(await document.text(1)).toContain('[1.234,50]');
  });

  test.each([
    ['lang="sq"', 'number 2', '[12.345,50]', 'pt-PT', 'sq'],
    ['lang="my"', 'number 2', '[12,345.50]', 'en-US', 'my'],
    ['', 'number 2 sq', '[12.345,50]', 'pt-PT', 'sq'],
  ])(
    'a language without formats has those of another, which is named: %s "%s"',
    async (attributes, format, expected, standIn, language) => {
      const { document, report } = await print(show(['12345.5', '0', '0', '0', '0'], format, attributes));
      const text = (await document.text(1)).replaceAll(/\s/gu, '.');
      expect(text).toContain(expected);
      expect(report.warnings).toEqual([
        expect.objectContaining({
          code: 'LOCALE_FALLBACK',
          message: expect.stringContaining(
            `"${language}" here: the sums that tables carry are written as in "${standIn}"`,
          ),
        }),
      ]);
    },
  );

  test('amounts of whole rows, and of several columns', async () => {
    const rows = (row: string) => `${STYLE}<table>${row.repeat(6)}
      <template data-brought-forward><tr><td colspan="2">Sum [<b data-carry-sum></b>]<td>[<i data-carry-sum="number 1"></i>]</template></table>`;
    const whole = await print(rows('<tr data-carry="1.5" style="height: 60mm"><td>a<td>b<td>c'));
    expect(await whole.document.text(2)).toContain('Sum [6.0] [6.0]');
    const columns = await print(
      rows(
        '<tr style="height: 60mm"><td>a<td data-carry="2"><td><b data-carry="0.25"></b><b data-carry="0.25"></b>',
      ),
    );
    expect(await columns.document.text(2)).toContain('Sum [8] [2.0]');
  });

  test.each(
    typical(
      [
        [
          'an amount',
          show(['12,50'], ''),
          'data-carry="12,50" is not a number. Write it like this: data-carry="1234.50"',
        ],
        ['a format', show(['1'], 'money'), expect.stringMatching(/^data-carry-sum="money" is not a format/)],
        ['a currency', show(['1'], 'currency E1'), expect.stringMatching(/^data-carry-sum/)],
        ['a locale', show(['1'], 'number 2 a-b'), expect.stringMatching(/^data-carry-sum/)],
        [
          'a column',
          show(['1'], '').replace('<tr><td>Sum<td>', '<tr><td>'),
          'a cell with data-carry-sum is in a column without data-carry',
        ],
      ],
      4,
    ),
  )('%s that is not valid is refused', LONG, async (_, html, problem) => {
    const error: unknown = await print(html).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'UnprintableJob' });
    expect(String((error as { detail?: string }).detail).replace('htmlContent: ', '')).toEqual(problem);
  });
});

const MANY = amountsOf(100);

describe('what cannot be carried', () => {
  const TEMPLATE = '<template data-carried-forward><tr><td data-carry-sum></template>';

  test.each(
    typical(
      [
        [
          'a template outside a table',
          `<div style="display: grid">${TEMPLATE}</div>`,
          'it is not in a table',
        ],
        [
          'a table in a cell of another one',
          `<table><tr><td>${tableOf(amountsOf(3))}${TEMPLATE}</table>`,
          'its table is in another one that carries sums',
        ],
        ['a table in columns', `<div style="columns: 2">${tableOf(MANY)}</div>`, 'its table is in columns'],
        [
          'rows of a grid',
          `<style>tr { display: grid }</style>${tableOf(MANY)}`,
          'its rows are not laid out as rows of a table',
        ],
        [
          'a block',
          `<style>table { display: block }</style>${tableOf(MANY)}`,
          'its table is not laid out as a table',
        ],
        ['a scaled body', `<style>body { transform: scale(0.9) }</style>${tableOf(MANY)}`, 'moves'],
        ['a moved box', `<div style="translate: 0 20mm">${tableOf(MANY)}</div>`, 'moves'],
        [
          'rows and cells of one id',
          tableOf(MANY).replaceAll(/<(tr|td)/g, '<$1 id="one"'),
          'ids that others have too',
        ],
      ],
      4,
    ),
  )('%s is left as it is, with a warning', LONG, async (_, html, reason) => {
    const printed = await print(`${STYLE}${html}`);
    expect(printed.report.warnings).toEqual([
      expect.objectContaining({ code: 'CARRY_LEFT_OUT', message: expect.stringContaining(reason) }),
    ]);
    expect((await readPages(printed)).every(({ carried }) => carried === null)).toBe(true);
  });

  test('a row that is higher than a page is split, and carried as a whole', async () => {
    const html = tableOf(MANY, {
      rowOf: (amount, index) =>
        index === 10
          ? `<tr><td>${'long '.repeat(3_000)}<td data-carry="${euros(amount)}">#${euros(amount)}`
          : writeRow(amount, index),
    });
    const printed = await print(`${STYLE}${html}`);
    expectRunningSums(await readPages(printed));
    expect(printed.report.warnings).toEqual([expect.objectContaining({ code: 'CARRY_LEFT_OUT' })]);
  });
});
