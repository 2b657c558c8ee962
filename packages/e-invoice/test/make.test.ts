import { describe, expect, test } from 'vitest';
import {
  checkInvoiceXml,
  makeInvoiceXml,
  MAX_LINES,
  PROFILES,
  type EInvoiceProfile,
  type InvoiceData,
} from '../index.ts';
import { BASIC_INVOICES, INVOICES } from './support/invoices.ts';

const simple = INVOICES['simple'] ?? {};

const xmlOf = (data: InvoiceData, profile: EInvoiceProfile = 'en16931'): string => {
  const made = makeInvoiceXml(data, profile);
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made.xml;
};

const problemsOf = (
  data: InvoiceData,
  profile: EInvoiceProfile = 'en16931',
): readonly { rule: string; field: string; message: string }[] => {
  const made = makeInvoiceXml(data, profile);
  return 'problems' in made ? made.problems : [];
};

const contentOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<[a-z]+:${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1];

test.each([
  [
    'en16931',
    '<ram:TypeCode>130</ram:TypeCode>',
    (code: string) =>
      `<ram:TypeCode>130</ram:TypeCode><ram:ReferenceTypeCode>${code}</ram:ReferenceTypeCode>`,
  ],
  ['peppol', '<cbc:ID>Meter 7</cbc:ID>', (code: string) => `<cbc:ID schemeID="${code}">Meter 7</cbc:ID>`],
] as const)('the scheme of an invoiced object is a code of its list: %s', (profile, place, change) => {
  const xml = xmlOf(INVOICES['rich'] ?? {}, profile);
  expect(xml).toContain(place);
  expect(checkInvoiceXml(xml.replace(place, change('ABT')), profile)).toEqual([]);
  const problems = checkInvoiceXml(xml.replace(place, change('ZZQ')), profile);
  expect(problems.map(({ rule }) => rule)).toEqual(['BR-CL-07']);
});

test('a VAT category is not looked up as the name of a method', () => {
  const vatBreakdown = [{ category: 'constructor', rate: 19, base: 1 }];
  const lines = [{ name: 'A', quantity: 1, netPrice: 2, vat: { category: 'constructor', rate: 19 } }];
  expect(problemsOf({ ...simple, lines, vatBreakdown })[0]?.rule).toBe('BR-constructor-08');
});

describe('making an invoice', () => {
  const all = (['en16931', 'xrechnung', 'peppol'] as const).flatMap((profile) =>
    Object.keys(INVOICES)
      // A German invoice must have a rate, and this category has none.
      .filter((name) => profile !== 'xrechnung' || name !== 'not subject')
      .map((name) => [profile, name] as const),
  );

  test.each(all)('makes XML for %s that its own checks accept: %s', (profile, name) => {
    const xml = xmlOf(INVOICES[name] ?? {}, profile);
    expect(checkInvoiceXml(xml, profile)).toEqual([]);
    expect(xml).toContain(PROFILES[profile].guideline);
  });

  test.each(Object.keys(BASIC_INVOICES))('makes XML for basic: %s', (name) => {
    expect(checkInvoiceXml(xmlOf(BASIC_INVOICES[name] ?? {}, 'basic'), 'basic')).toEqual([]);
  });

  test('computes amounts exactly and rounds half away from zero', () => {
    const lines = [
      { name: 'A', quantity: '3', netPrice: '0.335', vat: { category: 'S', rate: '19' } },
      { name: 'B', quantity: 0.1, netPrice: 0.2, vat: { category: 'S', rate: '19.0' } },
      { name: 'C', quantity: '-1', netPrice: '0.005', vat: { category: 'S', rate: 19 } },
      {
        name: 'D',
        quantity: '1',
        netPrice: '90071992547409.93',
        baseQuantity: '1',
        vat: { category: 'S', rate: 7 },
      },
    ];
    const xml = xmlOf({ ...simple, lines });
    expect([...xml.matchAll(/<ram:LineTotalAmount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
      '1.01',
      '0.02',
      '-0.01',
      '90071992547409.93',
      '90071992547410.95',
    ]);
    expect([...xml.matchAll(/<ram:BasisAmount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
      '1.02',
      '90071992547409.93',
    ]);
    expect(contentOf(xml, 'GrandTotalAmount')).toBe('96377032025729.84');
  });

  test('divides by the base quantity, and adds charges and allowances of a line', () => {
    const line = {
      name: 'Screw',
      quantity: '250',
      netPrice: '1.99',
      baseQuantity: '100',
      allowances: [{ baseAmount: '4.98', percent: '10', reason: 'Sale' }],
      charges: [{ amount: '0.30', reason: 'Packing' }],
      vat: { category: 'S', rate: 19 },
    };
    expect(contentOf(xmlOf({ ...simple, lines: [line] }, 'peppol'), 'LineExtensionAmount')).toBe('4.78');
  });

  test.each([
    [
      { totals: { payable: '1' } },
      'BR-CO-16',
      'totals.payable',
      'totals.payable is 1, and 355.81 - 0.00 paid + 0.00 rounding make 355.81.',
    ],
    [{ totals: { withVat: '355.80' } }, 'BR-CO-15', 'totals.withVat', 'make 355.81.'],
    [{ totals: { vat: 57 } }, 'BR-CO-14', 'totals.vat', 'make 56.81.'],
    [{ totals: { withoutVat: 1 } }, 'BR-CO-13', 'totals.withoutVat', 'make 299.00.'],
    [{ totals: { lines: 1 } }, 'BR-CO-10', 'totals.lines', 'make 299.00.'],
    [
      { vatBreakdown: [{ category: 'S', rate: 19, base: 1 }] },
      'BR-S-08',
      'vatBreakdown[0].base',
      'make 299.00.',
    ],
    [
      { vatBreakdown: [{ category: 'S', rate: 19, amount: 1 }] },
      'BR-CO-17',
      'vatBreakdown[0].amount',
      '19 % of 299.00 are 56.81.',
    ],
    [{ number: ' ' }, 'BR-02', 'number', 'Invoice number (BT-1) is missing.'],
    [{ currency: 'EURO' }, 'BR-CL-04', 'currency', 'EURO'],
    [{ issueDate: '2026-02-30' }, 'XSD', 'issueDate', 'calendar'],
    [{ seller: { ...simple.seller, address: null } }, 'BR-08', 'seller.address', 'missing'],
  ])('says what is wrong with %j', (change, rule, field, message) => {
    const [problem] = problemsOf({ ...simple, ...change });
    expect(problem).toMatchObject({ rule, field });
    expect(problem?.message).toContain(message);
  });

  test('names the place of a value of a wrong kind', () => {
    const lines = [{ name: 'A', quantity: 'two', netPrice: '1', vat: { category: 'S', rate: '19' } }];
    expect(problemsOf({ ...simple, lines })).toMatchObject([{ rule: 'XSD', field: 'lines[0].quantity' }]);
  });

  test('says which field a profile does not have', () => {
    expect(problemsOf(INVOICES['rich'] ?? {}, 'basic').map(({ field }) => field)).toContain('project');
  });

  test('escapes text, and refuses what no XML can have', () => {
    const xml = xmlOf({ ...simple, number: `<&>"'` });
    expect(xml).toContain('<ram:ID>&lt;&amp;&gt;&quot;');
    expect(problemsOf({ ...simple, number: 'a\u0000b' })).toMatchObject([{ rule: 'XSD', field: 'number' }]);
  });

  test('ignores unknown fields, and null means that a field is missing', () => {
    const data = { ...simple, logo: 'x', project: null, notes: null } as InvoiceData;
    expect(xmlOf(data)).toBe(xmlOf(simple));
  });

  test(`makes and checks 1,000 lines in a bounded time, and takes at most ${MAX_LINES}`, () => {
    const line = { name: 'Lamp', quantity: '2', netPrice: '19.90', vat: { category: 'S', rate: '19' } };
    const startedAt = performance.now();
    const xml = xmlOf({ ...simple, lines: Array.from({ length: 1_000 }, () => line) }, 'peppol');
    expect(checkInvoiceXml(xml, 'peppol')).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(problemsOf({ ...simple, lines: Array.from({ length: MAX_LINES + 1 }, () => line) })).toMatchObject(
      [{ field: 'lines' }],
    );
  });
});
