import { describe, expect, test } from 'vitest';
import {
  amountsOf,
  expectRunningSums,
  expectSums,
  readPages,
  STYLE,
  tableOf,
  writeRow,
} from './support/carried-tables.ts';
import { bandOf, jobOf, type JobChanges } from './support/jobs.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const print = (html: string, changes: JobChanges = {}): Promise<Printed> =>
  printer.print(jobOf(html, changes));

const passesOf = ({ report }: Printed): number =>
  Object.keys(report.phases).filter((phase) => phase.startsWith('pass')).length + 1;

describe('a table that continues on other pages', () => {
  test('carries its sums forward, in two prints', async () => {
    const amounts = amountsOf(100);
    const printed = await print(`${STYLE}${tableOf(amounts)}<p>End</p>`);
    expectSums(await readPages(printed), amounts);
    expect(passesOf(printed)).toBe(2);
  });
});

const MANY = amountsOf(100);
const text = (words: number): string => `<p>${'word '.repeat(words)}</p>`;

describe('sums are right', () => {
  test.each<[what: string, html: string, changes?: JobChanges]>(
    typical(
      [
        ['in the middle of a page, with text behind', `${text(700)}${tableOf(MANY)}${text(900)}`],
        ['at the last lines of a page', `<div style="height: 262mm"></div>${tableOf(MANY)}`],
        [
          'with a foot on each page',
          tableOf(MANY, { foot: '<tfoot><tr><td>Foot<br>of two lines<td></tfoot>' }),
        ],
        [
          'with spaces between cells',
          `<style>table { border-collapse: separate; border-spacing: 5px }</style>${tableOf(MANY)}`,
        ],
        [
          'with cells over several rows',
          tableOf(MANY, {
            head: '<th><th>Item<th>Amount',
            rowOf: (amount, index) =>
              `<tr>${index % 4 === 0 ? `<td rowspan="4">Group ${index}` : ''}${writeRow(amount, index).slice(4)}`,
          })
            .replaceAll('<tr><td>carried', '<tr><td><td>carried')
            .replaceAll('<tr><td>brought', '<tr><td><td>brought'),
        ],
        ['without a head', tableOf(MANY).replace(/<thead>.*<\/thead>/, '')],
        [
          'in several bodies',
          tableOf(MANY, {
            rowOf: (amount, index) => `${index % 10 === 0 ? '<tbody>' : ''}${writeRow(amount, index)}`,
          }),
        ],
        [
          'in bodies that stay together',
          `<style>tbody { break-inside: avoid }</style>${tableOf(MANY, { rowOf: (amount, index) => `${index % 10 === 0 ? '<tbody>' : ''}${writeRow(amount, index)}` })}`,
        ],
        [
          'with page breaks of its own',
          `<style>tr:nth-child(17n) { break-before: page }</style>${tableOf(MANY)}`,
        ],
        [
          'with margins in the document',
          `<style>@page { margin: 35mm 30mm }</style>${tableOf(MANY)}`,
          { documentMargin: true },
        ],
        [
          'on paper of the document',
          `<style>@page { size: A5 landscape }</style>${tableOf(MANY)}`,
          { preferCssPageSize: true },
        ],
        [
          'with other margins on left pages',
          `<style>@page :left { margin-bottom: 60mm }</style>${tableOf(MANY)}`,
          { documentMargin: true },
        ],
        ['with another scale', tableOf(MANY), { scale: 0.6 }],
        [
          'with bands',
          tableOf(MANY),
          { header: bandOf('head'), footer: bandOf('foot <i class="pageNumber"></i>') },
        ],
        ['in a tagged PDF', tableOf(MANY), { tagged: true, outline: true }],
        [
          'in a flex container',
          `<div style="display: flex; flex-direction: column"><h1>x</h1>${tableOf(MANY)}</div>`,
        ],
        ['in a cell of another table', `<table><tr><td>${tableOf(MANY)}</table>`],
        ['in a float', `<div style="float: left; width: 80%">${tableOf(MANY)}</div>`],
        ['in a table as wide as its content', `<style>table { width: auto }</style>${tableOf(MANY)}`],
        [
          'with hidden rows',
          tableOf(MANY, {
            rowOf: (amount, index) =>
              `${writeRow(amount, index)}<tr style="display: none"><td>x<td data-carry="1000">`,
          }),
        ],
        [
          'with collapsed rows',
          tableOf(MANY, {
            rowOf: (amount, index) =>
              `${writeRow(amount, index)}<tr style="visibility: collapse"><td>x<td data-carry="1000">`,
          }),
        ],
        [
          'with invisible cells',
          tableOf(MANY, {
            rowOf: (amount, index) =>
              `${writeRow(amount, index)}<tr><td>x<td style="visibility: hidden" data-carry="1000">x<tr style="opacity: 0"><td>x<td data-carry="1000">`,
          }),
        ],
        [
          'with amounts that are not displayed',
          tableOf(MANY, {
            rowOf: (amount, index) =>
              `${writeRow(amount, index)}<tr><td>x<td><s style="display: none" data-carry="1000"></s><tr data-carry="7" style="visibility: hidden"><td>x<td>y`,
          }),
        ],
        [
          'with rows of one id',
          tableOf(MANY, { rowOf: (...row) => writeRow(...row).replace('<tr', '<tr id="row"') }),
        ],
        [
          'in a box that nothing moves',
          `<div style="transform: translateZ(0); scale: 1">${tableOf(MANY)}</div>`,
        ],
        [
          'with heights that change with each row that is added',
          `<style>tr:nth-child(3n) { height: 60mm }</style>${tableOf(MANY)}`,
        ],
        ['with a rule that hides empty elements', `<style>:empty { display: none }</style>${tableOf(MANY)}`],
        ['in a form', `<form><input name="parentElement"><input name="closest">${tableOf(MANY)}</form>`],
        [
          'with subtotals',
          tableOf(MANY, {
            rowOf: (amount, index) =>
              `${writeRow(amount, index)}${index % 10 === 9 ? '<tr><td>Subtotal<td>1' : ''}`,
          }),
        ],
      ],
      4,
    ),
  )('%s', LONG, async (_, html, changes) => {
    const printed = await print(`${STYLE}${html}`, changes);
    expectSums(await readPages(printed), MANY);
    expect(printed.report.warnings.filter(({ code }) => code.startsWith('CARRY'))).toEqual([]);
    expect(passesOf(printed)).toBeLessThanOrEqual(3);
  });

  test.each(typical([2, 5], 1))('in %i tables with text between them', LONG, async (count) => {
    const amounts = Array.from({ length: count }, (_, index) => amountsOf(40 + index * 17));
    const html = amounts.map((own, index) => {
      const name = `T${index}`;
      const table = tableOf(own, { name, rowOf: (...row) => writeRow(...row).replace('#', `${name}#`) });
      return `${text(200 + index * 150)}${table}`;
    });
    const printed = await print(`${STYLE}${html.join('')}`);
    for (const [index, own] of amounts.entries()) expectSums(await readPages(printed, `T${index}`), own);
  });
});

describe('other numbers are right too', () => {
  const amounts = amountsOf(60);

  test('references, blank pages and the last number behind a table that grows', async () => {
    const html = `<style>h2 { break-before: right } a::after { content: " p. " target-counter(attr(href), page) "." }</style>
      <p><a href="#end">End</a> of <b class="totalPages"></b></p>${tableOf(MANY)}<h2>Part</h2>${tableOf(amounts, { name: 'B' })}<h2 id="end">Last</h2>`;
    const printed = await print(`${STYLE}${html}`);
    const { document } = printed;
    expect(await document.text(document.pageCount)).toBe('Last');
    expect(document.pageCount % 2).toBe(1);
    expect(await document.text(1)).toContain(`End p. ${document.pageCount}. of ${document.pageCount}`);
    expectRunningSums((await readPages(printed)).slice(0, 5));
  });

  variation('with page ranges, the sums are those of the whole table', async () => {
    const whole = await readPages(await print(`${STYLE}${tableOf(amounts)}`));
    const part = await readPages(await print(`${STYLE}${tableOf(amounts)}`, { pageRanges: '2' }));
    expect(part).toEqual(whole.slice(1, 2));
    expect(part[0]?.brought).not.toBeNull();
  });

  variation('the names of most rows of a long table are not in the PDF', async () => {
    const html = `${STYLE}${tableOf(amountsOf(3_000))}`;
    const { bytes, document } = await print(html);
    const names = new TextDecoder('latin1').decode(bytes).match(/\/platen-\w+-\d+ \[/g) ?? [];
    expect(names.length).toBeLessThan(320 + 4 * document.pageCount);
  });
});
