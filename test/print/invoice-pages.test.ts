import { expect, test } from 'vitest';
import {
  findInvoiceWarnings,
  inMemory,
  type PrintedInvoice,
  type PrintJob,
  type RenderWarning,
} from '@platen/pdf';
import { makeInvoiceXml } from '../../packages/e-invoice/index.ts';
import { withHidden } from '../support/hidden-values.ts';
import { LOCALES, randomInvoice, toPage, withDifference } from '../support/invoice-pages.ts';
import { Random } from '../support/random.ts';
import { IS_THOROUGH, LONG } from '../support/thorough.ts';
import { unlimited } from '../support/unlimited.ts';
import { bandOf, jobOf } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const COUNT = IS_THOROUGH ? 500 : 16;

async function pageOf(seed: number, isSwapped = false) {
  const random = Random.seeded(seed);
  const data = randomInvoice(random);
  const made = await makeInvoiceXml(data, 'en16931', unlimited());
  if (!('xml' in made)) throw new Error(JSON.stringify(made.problems));
  const shown: PrintedInvoice = await made.shown();
  const locale = LOCALES[seed % LOCALES.length] ?? 'en-US';
  return { shown, random, data, html: toPage({ data, shown, locale, random, isSwapped }) };
}

const differences = (warnings: readonly RenderWarning[]): RenderWarning[] =>
  warnings.filter(({ code }) => code === 'INVOICE_DIFFERS');

test(
  `${COUNT} invoices agree with their pages, and ${COUNT} differences are found`,
  { ...LONG, timeout: 600_000 },
  async () => {
    const wrong: unknown[] = [];
    for (let seed = 0; seed < COUNT; seed += 1) {
      const { shown, random, html } = await pageOf(seed);
      const { report, bytes } = await printer.print(jobOf(html, { invoice: shown }));
      for (const alarm of differences(report.warnings)) wrong.push([seed, alarm]);
      const { invoice, field } = withDifference(shown, random);
      const found = await findInvoiceWarnings(inMemory(bytes), invoice, unlimited());
      if (!found.some((one) => one.field === field)) wrong.push([seed, `${field} is not found`]);
    }
    expect(wrong).toEqual([]);
  },
);

test(
  `${COUNT} values that nobody can see are found, and ${COUNT} exchanged dates`,
  { ...LONG, timeout: 600_000 },
  async () => {
    const wrong: unknown[] = [];
    const termsOf = async (html: string, invoice: PrintedInvoice): Promise<string> =>
      differences((await printer.print(jobOf(html, { invoice }))).report.warnings)
        .map(({ message }) => /\((BT-\d+)\)/.exec(message)?.[1])
        .join(' ');
    for (let seed = 1_000; seed < 1_000 + COUNT; seed += 1) {
      const page = await pageOf(seed);
      const { html, term, hider } = withHidden(page.html, page.data, page.random);
      const found = await termsOf(html, page.shown);
      if (found !== term) wrong.push([seed, `${term} is hidden by ${hider}`, found]);
      const { data, ...swapped } = await pageOf(seed, true);
      if (data.issueDate === data.dueDate) continue;
      const dates = await termsOf(swapped.html, swapped.shown);
      if (dates !== 'BT-9') wrong.push([seed, 'exchanged dates', dates]);
    }
    expect(wrong).toEqual([]);
  },
);

const value = (term: string, kind: PrintedInvoice['values'][number]['kind'], text: string) => ({
  field: `data.${term}`,
  term,
  kind,
  value: text,
});

/** An invoice of two lines. */
const INVOICE: PrintedInvoice = {
  values: [
    value('BT-1', 'code', 'R-17'),
    value('BT-2', 'date', '2026-11-27'),
    value('BT-27', 'text', 'Donaudampfschifffahrt GmbH'),
    value('BT-84', 'code', 'DE89370400440532013000'),
    value('BT-115', 'number', '928.20'),
  ],
  lines: [
    {
      name: value('BT-153', 'text', 'Design'),
      numbers: [value('q1', 'number', '12'), value('BT-131', 'number', '780.00')],
      others: [],
    },
    {
      name: value('BT-153', 'text', 'Hosting'),
      numbers: [value('q2', 'number', '1'), value('BT-131', 'number', '0.00')],
      others: [],
    },
  ],
};

const HEAD = '<p>DE89 3704 0044 0532 0130 00<p>Total 928,20 €';
const ROWS = '<table><tr><td>Design<td>12<td>780,00<tr><td>Hosting<td>1<td>0,00</table>';

/** The warnings about a document without its header. */
async function compared(
  html: string,
  changes: Partial<PrintJob> = {},
): Promise<(readonly [string | null, string])[]> {
  const { report } = await printer.print(
    jobOf(html, { invoice: INVOICE, ...changes, header: null, footer: null }),
  );
  return differences(report.warnings).map(({ field, message }) => [field, message] as const);
}

test.each([
  [
    'a name across lines, with hyphens',
    '<p lang=de style="width: 20mm; hyphens: auto">Donau&shy;dampf&shy;schiff&shy;fahrt GmbH<p>R-17<p>27. November 2026',
  ],
  [
    'a name in capitals',
    '<p style="text-transform: uppercase">Donaudampfschifffahrt gmbh<p>R-17<p>Nov 27th, 2026',
  ],
  ['a name in several elements', '<p><b>Donau</b>dampf<i>schifffahrt</i> GmbH<p>Nr.: R-17.<p>27/11/26'],
  ['wide letters', '<p style="letter-spacing: 4px">Donaudampfschifffahrt GmbH R-17<p>27 listopada 2026'],
])('%s', async (_name, html) => {
  expect(await compared(`${html}${HEAD}${ROWS}`)).toEqual([]);
});

test.each([
  ['an English date with words', `<p>The 27th of November, 2026${ROWS}`],
  ['a turned table', `<p>27/11/2026<div style="writing-mode: vertical-rl">${ROWS}</div>`],
])('%s', async (_name, html) => {
  const head = '<!doctype html><p>Donaudampfschifffahrt GmbH<p>R-17';
  expect(await compared(`${head}${HEAD}${html}`)).toEqual([]);
});

test('a name may be on two pages, with the cells of its row and a head between', async () => {
  const name = `Hosting ${'of a long service '.repeat(60)}end`;
  const row = (amount: string) => `<tr><td style="width: 60mm">${name}<td>2<td>10,00<td>${amount}`;
  const rows = (amount: string) =>
    `<div style="height: 240mm"></div><table><thead><tr><th>Name<th>Quantity<th>Price<th>Amount</thead>${row(amount)}</table>`;
  const line = {
    name: value('BT-153', 'text', name),
    numbers: [value('q1', 'number', '2'), value('BT-131', 'number', '20.00')],
    others: ['10.00'],
  };
  const invoice = { lines: [line], values: [] };
  expect(await compared(rows('20,00'), { invoice })).toEqual([]);
  expect(await compared(rows('30,00'), { invoice })).toHaveLength(1);
  const other = { ...line, name: value('BT-153', 'text', name.replace('end', 'ends')) };
  expect(await compared(rows('20,00'), { invoice: { ...invoice, lines: [other] } })).not.toEqual([]);
});

test('what stands there instead of a total is charged', async () => {
  const { bytes } = await printer.print(jobOf(`<p>${'17.10 '.repeat(2000)}`));
  const totals = Array.from({ length: 5 }, (_, index) => value(`t${index}`, 'number', `99${index}.00`));
  const workOf = async (values: PrintedInvoice['values']): Promise<number> => {
    const meter = unlimited();
    await findInvoiceWarnings(inMemory(bytes), { lines: [], values }, meter);
    return meter.work;
  };
  expect(await workOf(totals)).toBeGreaterThan((await workOf([])) + 5 * 2000 * 40);
});

test('an amount with raised cents is read whole, however many texts are before it', async () => {
  const invoice = { lines: [], values: [value('BT-115', 'number', '928.20')] };
  for (const texts of [198, 199, 200]) {
    const html = `${'<p>x'.repeat(texts)}<p>928<sup>20</sup>`;
    expect(await compared(html, { invoice }), String(texts)).toEqual([]);
  }
});

test('an amount with raised cents beside a name that ends in a number', async () => {
  const line = {
    name: value('BT-153', 'text', 'Aplikacja mobilna — etap 2'),
    numbers: [value('q1', 'number', '1'), value('BT-131', 'number', '0.50')],
    others: [],
  };
  const invoice = { lines: [line], values: [] };
  const row = (amount: string) => `<table><tr><td>1<td>${line.name.value}<td>${amount}`;
  expect(await compared(row('0<sup>50</sup>'), { invoice })).toEqual([]);
  expect(await compared(row('0<sup>60</sup>'), { invoice })).toHaveLength(1);
});

test('the 20th of a month is not in each of its dates', async () => {
  const values = [value('BT-2', 'date', '2026-07-20'), value('BT-9', 'date', '2026-07-23')];
  const invoice = { lines: [], values };
  expect(await compared('<p>23 July 2026', { invoice })).toEqual([
    ['data.BT-2', expect.stringContaining('2026-07-20')],
  ]);
  expect(await compared('<p>July 20, 2026 and July 23, 26', { invoice })).toEqual([]);
});

test('transparent text does not count', async () => {
  const html = `<p>R-17<p>27/11/2026<p style="color: transparent">Donaudampfschifffahrt GmbH</p>${HEAD}${ROWS}`;
  expect(await compared(html)).toEqual([
    ['data.BT-27', 'The invoice has "Donaudampfschifffahrt GmbH" (BT-27), and the pages do not show it.'],
  ]);
});

test('a line may have other numbers, such as a weight and the sum so far', async () => {
  const lines = [
    { name: 'Design', quantity: 12, unit: 'HUR', netPrice: 65, vat: { category: 'S', rate: 19 } },
    { name: 'Hosting', quantity: 2, unit: 'C62', netPrice: 10, vat: { category: 'S', rate: 19 } },
  ];
  const { allowances: _a, charges: _c, totals: _t, ...rest } = randomInvoice(Random.seeded(1));
  const made = await makeInvoiceXml({ ...rest, lines }, 'en16931', unlimited());
  if (!('xml' in made)) throw new Error(JSON.stringify(made.problems));
  const invoice = { lines: (await made.shown()).lines, values: [] };
  const row = '<tr><td>Design<td>12<td>65,00<td>780,00<td>17,25 kg<td>780,00';
  const rows = (amount: string) =>
    `<table>${row}<tr><td>Hosting<td>2<td>10,00<td>${amount}<td>0,50 kg<td>800,00`;
  expect(await compared(rows('20,00'), { invoice })).toEqual([]);
  expect(await compared(rows('30,00'), { invoice })).toHaveLength(1);
});

test('a difference has the field, the value of the invoice, and what stands there on its page', async () => {
  const html = `<p>Donaudampfschifffahrt GmbH<p>R-17<p>28.11.2026<div style="break-before: page"></div>
    <p>DE89 3704 0044 0532 0130 01<p>Total 982,20 €${ROWS.replace('12', '13').replace('Hosting', 'Hostings')}`;
  expect(await compared(html)).toEqual([
    ['data.q1', 'The invoice has "12" (q1), and page 2 shows "13".'],
    ['data.BT-153', 'The invoice has "Hosting" (BT-153), and page 2 shows "Hostings".'],
    ['data.BT-2', 'The invoice has "2026-11-27" (BT-2), and page 1 shows "28.11.2026".'],
    [
      'data.BT-84',
      'The invoice has "DE89370400440532013000" (BT-84), and page 2 shows "DE89 3704 0044 0532 0130 01".',
    ],
    ['data.BT-115', 'The invoice has "928.20" (BT-115), and page 2 shows "982,20".'],
  ]);
});

test('headers and footers count, and a page without text is one warning', async () => {
  const band = bandOf('<p>Donaudampfschifffahrt GmbH R-17 27.11.2026</p>');
  const { report } = await printer.print(
    jobOf(`${HEAD}${ROWS}`, {
      invoice: INVOICE,
      contentMargin: { topMm: 30, rightMm: 10, bottomMm: 10, leftMm: 10 },
      header: band,
    }),
  );
  expect(differences(report.warnings)).toEqual([]);
  expect(await compared('<svg width=10 height=10><rect width=5 height=5 /></svg>')).toEqual([
    [
      'options.eInvoice',
      'The pages have no text that can be read, so the invoice was not compared with them.',
    ],
  ]);
});

test('a letterhead by Chromium counts', async () => {
  const sheet = await printer.print(jobOf('<p>Donaudampfschifffahrt GmbH<p>DE89 3704 0044 0532 0130 00'));
  const base64 = Buffer.from(sheet.bytes).toString('base64');
  const letterhead = { base64, field: 'options.letterhead.asset' };
  const finish = { metadata: null, attachments: [], watermark: null, encryption: null, letterhead };
  const html = `<p style="margin-top: 30mm">R-17, 27/11/2026<p>928.20${ROWS}`;
  expect(await compared(html, { finish })).toEqual([]);
});

test('with `failOn`, a difference is a fault; without it and a report, it is still a warning', async () => {
  const html = '<p>Nothing';
  await expect(
    printer.print(jobOf(html, { invoice: INVOICE, report: false, failOn: ['invoice'] })),
  ).rejects.toMatchObject({
    faults: expect.arrayContaining([
      { kind: 'invoice', detail: 'data.BT-1: The invoice has "R-17" (BT-1), and the pages do not show it.' },
    ]),
  });
  const { report } = await printer.print(jobOf(html, { invoice: INVOICE, report: false }));
  expect(differences(report.warnings)).toContainEqual({
    code: 'INVOICE_DIFFERS',
    message: 'The invoice has "R-17" (BT-1), and the pages do not show it.',
    field: 'data.BT-1',
  });
});
