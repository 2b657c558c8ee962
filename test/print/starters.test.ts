import { expect, test } from 'vitest';
import { checkTemplate } from '../../compose/check-template.ts';
import { loadInvoiceMaker } from '../../compose/e-invoice/load-e-invoice.ts';
import { compose } from '../../compose/compose.ts';
import { STARTERS, type StarterName } from '../../dashboard/starters/starters.ts';
import { pageGeometry } from '../../compose/page-geometry.ts';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { readStarter, type Starter } from '../../scripts/generate/read-starter.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { fontsOf } from '../support/pdf-fonts.ts';
import { LONG, typical } from '../support/thorough.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter({ ready: 1, concurrent: 1 });

interface Expected {
  readonly pages: number;
  /** By page, what stands on it. */
  readonly text: Readonly<Record<number, readonly string[]>>;
  /** The least and the most pages with ten times the rows. */
  readonly pagesOfMany: readonly [number, number];
  /** On every page of ten times the rows but the first. */
  readonly repeated: readonly string[];
}

const EXPECTED: Readonly<Record<StarterName, Expected>> = {
  invoice: {
    pages: 1,
    text: { 1: ['Invoice', 'Köhler & Söhne GmbH', '1,500 copies', '€9,630.00', '€25,097.10', 'Page 1 of 1'] },
    pagesOfMany: [4, 5],
    repeated: ['Presswerk Studio', 'Invoice 2026-0417', 'Description', 'Amount', 'Page'],
  },
  'e-invoice': {
    pages: 1,
    text: {
      1: [
        'Invoice 2026-0417',
        'Köhler & Söhne GmbH',
        '12 days',
        '1,500 pieces',
        '€9,630.00',
        '19%',
        'DE89 3704 0044 0532 0130 00',
        '€22,424.25',
        'Page 1 of 1',
      ],
    },
    pagesOfMany: [2, 4],
    repeated: ['Description', 'Amount', 'Amtsgericht Leipzig', 'Page'],
  },
  'verifactu-invoice': {
    pages: 1,
    text: {
      1: [
        'QR tributario:',
        'Factura verificable en la sede electrónica de la AEAT',
        'Factura F/2027-0184',
        '36 ud.',
        'IVA 21 %',
        '4853,95 €',
        'Página 1 de 1',
      ],
    },
    pagesOfMany: [2, 4],
    repeated: ['Concepto', 'Registro Mercantil', 'Página'],
  },
  'ksef-invoice': {
    pages: 1,
    text: {
      1: [
        'Faktura FV/2027/01/042',
        '15 stycznia 2027',
        '1200 szt.',
        '17 325,90 zł',
        '1111111111-20270115-0100001AF629-AF',
      ],
    },
    pagesOfMany: [2, 4],
    repeated: ['KRS', 'Strona'],
  },
  receipt: {
    pages: 1,
    text: { 1: ['Ostler Coffee', '2 × €4.20', 'Total', '€37.20', '13.5%', 'See you tomorrow'] },
    pagesOfMany: [1, 1],
    repeated: [],
  },
  letter: {
    pages: 1,
    text: {
      1: ['Falk & Lindqvist', 'Dr. Helena Okafor', '20 November 2026', 'With kind regards', 'Enclosures'],
    },
    pagesOfMany: [4, 6],
    repeated: ['Dr. Helena Okafor, 20 November 2026', 'Page', 'IBAN'],
  },
  certificate: {
    pages: 1,
    text: {
      1: ['Certificate of completion', 'Clara Johansson', 'With distinction', 'Lisbon, 13 November 2026'],
    },
    pagesOfMany: [10, 10],
    repeated: ['Clara Johansson', 'AT-2026-0117'],
  },
  report: {
    pages: 3,
    text: {
      1: ['Nordlys Energi', 'Twelve months of steady light', '15 October 2026'],
      2: ['€4.86 m', 'Revenue by region', 'Denmark', '1,980', '2 / 3'],
      3: ['The months in figures', 'September 2026', '€4,860,000', '18.7%', 'What comes next', '3 / 3'],
    },
    pagesOfMany: [6, 8],
    repeated: ['Nordlys Energi', 'Twelve months of steady light'],
  },
  book: {
    pages: 13,
    text: {
      1: ['The Quiet Sheet', 'Marta Lindqvist'],
      3: ['Contents', 'Preface', '. . v', '1. What paper remembers', '. . 1', 'Index', '. . 7', 'iii'],
      5: ['I learnt to print', 'v'],
      7: ['CHAPTER 1', 'What paper remembers', 'The grain', '1'],
      8: ['The Quiet Sheet', 'Weather', 'See chapter 2 (page 3)', '2'],
      10: ['The Quiet Sheet', 'See chapter 3 (page 5)', '4'],
      13: ['Index', 'Drying, 4, 6', 'Ink, 1, 3–6', 'Paper, 1–3, 5, 6', '7'],
    },
    pagesOfMany: [65, 75],
    repeated: [],
  },
  'packing-slip': {
    pages: 1,
    text: { 1: ['Packing slip', 'Rosa Delgado', 'Nov 21, 2026', '6 to follow', '62', 'Page 1 of 1'] },
    pagesOfMany: [4, 5],
    repeated: ['SHP-7720413', 'Packed', 'In this box', 'Page'],
  },
};

/** The list of the sample data that grows with the customer's business. */
const ROWS: Readonly<Record<StarterName, readonly string[]>> = {
  invoice: ['items'],
  'e-invoice': ['lines'],
  'verifactu-invoice': ['items'],
  'ksef-invoice': ['items'],
  receipt: ['items'],
  letter: ['letter', 'paragraphs'],
  certificate: ['recipients'],
  report: ['months'],
  book: ['chapters'],
  'packing-slip': ['items'],
};

test.each(STARTERS)('the starter $name can be saved as it is', async ({ name }) => {
  const { content, settings } = await readStarter(name);
  checkTemplate({ meter: unlimited(), content, settings });
  expect(content).not.toMatch(/(?:src|href)=(?!"#)|url\((?!#)|@import/);
});

test.each(STARTERS)('the starter $name prints its sample data', async ({ name }) => {
  const starter = await readStarter(name);
  const printed = await print(name, starter);
  expect(printed.document.pageCount).toBe(EXPECTED[name].pages);
  for (const [page, texts] of Object.entries(EXPECTED[name].text)) await expectText(printed, +page, texts);
  await expectAllInside(printed, starter);
});

test('the starter book prints with its own font alone', async () => {
  const { bytes } = await print('book', await readStarter('book'));
  expect(await fontsOf(bytes)).toEqual(['SourceSerif4-Italic', 'SourceSerif4-Regular']);
});

test.each(typical(STARTERS, 1))('the starter $name holds with ten times the rows', LONG, async ({ name }) => {
  const starter = await readStarter(name);
  const printed = await print(name, { ...starter, data: withSums(withRows(starter.data, ROWS[name])) });
  const { pageCount } = printed.document;
  const [least, most] = EXPECTED[name].pagesOfMany;
  expect(pageCount).toBeGreaterThanOrEqual(least);
  expect(pageCount).toBeLessThanOrEqual(most);
  for (let page = 2; page <= pageCount; page++) await expectText(printed, page, EXPECTED[name].repeated);
  await expectAllInside(printed, starter);
});

async function print(name: string, { content, settings, data, attach }: Starter): Promise<Printed> {
  const { job } = compose({
    meter: unlimited(),
    content: content,
    template: { name, settings },
    data,
    options: { report: true },
    invoiceMaker: await loadInvoiceMaker(settings),
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  const printed = await printer.print(await attach(job));
  const { missingGlyphs, consoleErrors, failedResources, warnings } = printed.report;
  expect({ warnings, missingGlyphs, consoleErrors, failedResources }).toEqual({
    warnings: [],
    missingGlyphs: [],
    consoleErrors: [],
    failedResources: [],
  });
  return printed;
}

/** The data with the list at `path` ten times as long. */
function withRows(data: Readonly<Record<string, unknown>>, [field = '', ...rest]: readonly string[]) {
  const value = data[field];
  const longer: unknown = Array.isArray(value)
    ? Array.from({ length: 10 }, () => value).flat()
    : withRows(value as Record<string, unknown>, rest);
  return { ...data, [field]: longer };
}

/** The sums of an electronic invoice with ten times the lines, which are checked. */
function withSums(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { vatBreakdown, totals } = data;
  if (!Array.isArray(vatBreakdown)) return data;
  const tenfold = (sums: object) =>
    Object.fromEntries(
      Object.entries(sums).map(([name, sum]) => [
        name,
        typeof sum === 'number' && name !== 'rate' ? Math.round(sum * 1_000) / 100 : sum,
      ]),
    );
  return { ...data, vatBreakdown: vatBreakdown.map(tenfold), totals: tenfold(totals as object) };
}

async function expectText({ document }: Printed, page: number, texts: readonly string[]): Promise<void> {
  const squeezed = (await document.text(page)).replaceAll(' ', '');
  for (const text of texts) expect(squeezed, `page ${page}`).toContain(text.replaceAll(' ', ''));
}

const POINTS_PER_MM = 72 / 25.4;

/** How far a position may be off. Source: contract 6.2. */
const SLACK_MM = 0.5;

/** No text reaches into the margins to the sides. */
async function expectAllInside({ bytes }: Printed, { settings }: Starter): Promise<void> {
  const geometry = pageGeometry(settings, 'settings');
  if ('problems' in geometry) throw new Error(geometry.problems.join());
  const left = (geometry.contentMargin.leftMm - SLACK_MM) * POINTS_PER_MM;
  const right = (geometry.paper.widthMm - geometry.contentMargin.rightMm + SLACK_MM) * POINTS_PER_MM;
  const outside = await readPdf(bytes, async (document) => {
    const found: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) {
        if (!('str' in item) || item.str.trim() === '') continue;
        const x = Number(item.transform[4]);
        if (x < left || x + item.width > right) found.push(`page ${number}: ${item.str}`);
      }
    }
    return found;
  });
  expect(outside).toEqual([]);
}
