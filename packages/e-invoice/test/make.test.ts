import { describe, expect, test } from 'vitest';
import {
  checkInvoiceXml,
  makeInvoiceXml,
  MAX_LINES,
  MAX_XML_CHARACTERS,
  PROFILES,
  type EInvoiceProfile,
  type InvoiceData,
} from '../index.ts';
import { structureOf } from '../structures.ts';
import { pathsOf } from '../terms/path.ts';
import { Draft } from '../write/draft.ts';
import { XmlSize, XmlTooLong } from '../xml/size.ts';
import { unlimited } from '../../../test/support/unlimited.ts';
import { BASIC_INVOICES, INVOICES } from './support/invoices.ts';
import { LONG, typical } from '../../../test/support/thorough.ts';

const simple = INVOICES['simple'] ?? {};

const xmlOf = async (data: InvoiceData, profile: EInvoiceProfile = 'en16931'): Promise<string> => {
  const made = await makeInvoiceXml(data, profile, unlimited());
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return made.xml;
};

const problemsOf = async (
  data: InvoiceData,
  profile: EInvoiceProfile = 'en16931',
): Promise<readonly { rule: string; field: string; message: string }[]> => {
  const made = await makeInvoiceXml(data, profile, unlimited());
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
] as const)('the scheme of an invoiced object is a code of its list: %s', async (profile, place, change) => {
  const xml = await xmlOf(INVOICES['rich'] ?? {}, profile);
  expect(xml).toContain(place);
  expect(await checkInvoiceXml(xml.replace(place, change('ABT')), profile, unlimited())).toEqual([]);
  const problems = await checkInvoiceXml(xml.replace(place, change('ZZQ')), profile, unlimited());
  expect(problems.map(({ rule }) => rule)).toEqual(['BR-CL-07']);
});

test('a VAT category is not looked up as the name of a method', async () => {
  const vatBreakdown = [{ category: 'constructor', rate: 19, base: 1 }];
  const lines = [{ name: 'A', quantity: 1, netPrice: 2, vat: { category: 'constructor', rate: 19 } }];
  expect((await problemsOf({ ...simple, lines, vatBreakdown }))[0]?.rule).toBe('BR-constructor-08');
});

describe('making an invoice', () => {
  const all = (['en16931', 'xrechnung', 'peppol'] as const).flatMap((profile) =>
    Object.keys(INVOICES)
      // A German invoice must have a rate, and this category has none.
      .filter((name) => profile !== 'xrechnung' || name !== 'not subject')
      .map((name) => [profile, name] as const),
  );

  test.each(all)('makes XML for %s that its own checks accept: %s', async (profile, name) => {
    const xml = await xmlOf(INVOICES[name] ?? {}, profile);
    expect(await checkInvoiceXml(xml, profile, unlimited())).toEqual([]);
    expect(xml).toContain(PROFILES[profile].guideline);
  });

  test.each(Object.keys(BASIC_INVOICES))('makes XML for basic: %s', async (name) => {
    expect(
      await checkInvoiceXml(await xmlOf(BASIC_INVOICES[name] ?? {}, 'basic'), 'basic', unlimited()),
    ).toEqual([]);
  });

  test('computes amounts exactly and rounds half away from zero', async () => {
    const lines = [
      { name: 'A', quantity: '3', netPrice: '0.335', vat: { category: 'S', rate: '19' } },
      { name: 'B', quantity: 0.1, netPrice: 0.2, vat: { category: 'S', rate: '19.0' } },
      { name: 'C', quantity: '-1', netPrice: '0.005', vat: { category: 'S', rate: 19 } },
      {
        name: 'D',
        quantity: '1',
        netPrice: '9007199254.93',
        baseQuantity: '1',
        vat: { category: 'S', rate: 7 },
      },
    ];
    const xml = await xmlOf({ ...simple, lines });
    expect([...xml.matchAll(/<ram:LineTotalAmount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
      '1.01',
      '0.02',
      '-0.01',
      '9007199254.93',
      '9007199255.95',
    ]);
    expect([...xml.matchAll(/<ram:BasisAmount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
      '1.02',
      '9007199254.93',
    ]);
    expect(contentOf(xml, 'GrandTotalAmount')).toBe('9637703203.99');
  });

  test('divides by the base quantity, and adds charges and allowances of a line', async () => {
    const line = {
      name: 'Screw',
      quantity: '250',
      netPrice: '1.99',
      baseQuantity: '100',
      allowances: [{ baseAmount: '4.98', percent: '10', reason: 'Sale' }],
      charges: [{ amount: '0.30', reason: 'Packing' }],
      vat: { category: 'S', rate: 19 },
    };
    expect(contentOf(await xmlOf({ ...simple, lines: [line] }, 'peppol'), 'LineExtensionAmount')).toBe(
      '4.78',
    );
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
    [
      { seller: { ...simple.seller, vatId: null } },
      'BR-S-02',
      'seller.vatId',
      'the seller has no Seller VAT identifier (BT-31)',
    ],
    [
      { seller: { ...simple.seller, vatId: null, registrationId: null, taxNumber: '231/123' } },
      'BR-CO-26',
      'seller.id',
      'legal registration identifier (BT-30)',
    ],
    [{ payment: [{ meansCode: '58' }] }, 'BR-61', 'payment[0].iban', 'Payment account identifier (BT-84)'],
    [
      { seller: { ...simple.seller, electronicAddressScheme: '99' } },
      'BR-CL-25',
      'seller.electronicAddressScheme',
      '"99"',
    ],
    [
      { buyer: { ...simple.buyer, electronicAddressScheme: null } },
      'BR-63',
      'buyer.electronicAddressScheme',
      'needs a scheme',
    ],
    [{ seller: { ...simple.seller, address: null } }, 'BR-08', 'seller.address', 'missing'],
  ])('says what is wrong with %j', async (change, rule, field, message) => {
    const [problem] = await problemsOf({ ...simple, ...change });
    expect(problem).toMatchObject({ rule, field });
    expect(problem?.message).toContain(message);
  });

  const oneLine = { name: 'A', quantity: '1', netPrice: '1', vat: { category: 'S', rate: '19' } };
  const large = { ...oneLine, netPrice: '99999999999' };

  test.each([
    ['a rate', [{ ...oneLine, vat: { category: 'S', rate: '999999999999999' } }], 'totals.vat'],
    ['lines', [oneLine, large, { ...large, quantity: '-1' }], 'totals.lines'],
  ])('refuses %s whose sum the rules of CEN do not compute exactly', async (_name, lines, field) => {
    expect(await problemsOf({ ...simple, lines })).toContainEqual(
      expect.objectContaining({ rule: 'DATA', field }),
    );
  });

  test('names the place of a value of a wrong kind', async () => {
    const lines = [{ name: 'A', quantity: 'two', netPrice: '1', vat: { category: 'S', rate: '19' } }];
    expect(await problemsOf({ ...simple, lines })).toMatchObject([
      { rule: 'DATA', field: 'lines[0].quantity' },
    ]);
  });

  test.each([
    ['0088', '4012345000009', '4012345000008'],
    ['0192', '974760673', '974760674'],
    ['0184', 'DK12345678', 'DK1234567'],
    ['0096', '1234567890', '123456789'],
    ['0198', 'DK12345678', '12345678'],
    ['0208', '0202239951', '0202239952'],
    ['0007', '5560360793', '5560360794'],
    ['0151', '51824753556', '51824753557'],
  ])('Peppol checks the digits of an identifier of the scheme %s', async (scheme, right, wrong) => {
    const withId = (id: string) => ({
      ...simple,
      seller: { ...simple.seller, electronicAddress: id, electronicAddressScheme: scheme },
    });
    expect(await problemsOf(withId(right), 'peppol')).toEqual([]);
    expect(await problemsOf(withId(wrong), 'peppol')).toEqual([
      expect.objectContaining({
        rule: expect.stringMatching(/^PEPPOL-COMMON-R/) as unknown,
        field: 'seller.electronicAddress',
      }),
    ]);
  });

  test('says which field a profile does not have', async () => {
    expect((await problemsOf(INVOICES['rich'] ?? {}, 'basic')).map(({ field }) => field)).toContain(
      'project',
    );
  });

  test('escapes text, and refuses what no XML can have', async () => {
    const xml = await xmlOf({ ...simple, number: `<&>"'` });
    expect(xml).toContain('<ram:ID>&lt;&amp;&gt;&quot;');
    expect(await problemsOf({ ...simple, number: 'a\u0000b' })).toMatchObject([
      { rule: 'DATA', field: 'number' },
    ]);
  });

  test('ignores unknown fields, and null means that a field is missing', async () => {
    const data = { ...simple, logo: 'x', project: null, notes: null } as InvoiceData;
    expect(await xmlOf(data)).toBe(await xmlOf(simple));
  });

  test(`makes and checks 1,000 lines in a bounded time, and takes at most ${MAX_LINES}`, async () => {
    const line = { name: 'Lamp', quantity: '2', netPrice: '19.90', vat: { category: 'S', rate: '19' } };
    const startedAt = performance.now();
    await xmlOf({ ...simple, lines: Array.from({ length: 1_000 }, () => line) }, 'peppol');
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(
      await problemsOf({ ...simple, lines: Array.from({ length: MAX_LINES + 1 }, () => line) }),
    ).toMatchObject([{ field: 'lines' }]);
  });

  test.each(
    typical(
      [
        ['many lines', 'x', MAX_LINES],
        ['characters that are longer in XML', '"'.repeat(500), 2_000],
      ],
      1,
    ),
  )('makes no more XML than is allowed: %s', LONG, async (_, description, count) => {
    const line = {
      name: 'Lamp',
      description,
      quantity: '2',
      netPrice: '19.90',
      vat: { category: 'S', rate: '19' },
    };
    expect(await problemsOf({ ...simple, lines: Array.from({ length: count }, () => line) })).toEqual([
      {
        rule: 'XML',
        field: '',
        term: null,
        message: 'The invoice makes more than 5000000 characters of XML.',
      },
    ]);
  });

  test('adds no element to an invoice that is too long already', () => {
    const root = structureOf('en16931').table.roots['rsm:CrossIndustryInvoice'] ?? '';
    const document = { structure: structureOf('en16931'), meter: unlimited(), size: new XmlSize() };
    const draft = new Draft(document, 'rsm:CrossIndustryInvoice', root);
    const path = pathsOf('SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem')[0] ?? [];
    const most = MAX_XML_CHARACTERS / 'IncludedSupplyChainTradeLineItem'.length;
    const add = () => draft.at(path, true, new Map());
    expect(() => {
      for (let lines = 0; lines < most; lines += 1) add();
    }).toThrow(XmlTooLong);
    expect(add).toThrow(XmlTooLong);
  });
});

test.each([
  ['1.08', 'en16931@1.08', { currency: 'BGN' }, []],
  ['1.08', 'basic@1.08', { currency: 'ANG' }, []],
  ['1.08', 'en16931@1.08', { buyerScheme: '0245' }, ['buyer.electronicAddressScheme']],
  ['1.09.2', 'en16931', { currency: 'BGN' }, ['currency']],
  ['1.09.2', 'basic@1.09.2', { currency: 'ANG' }, ['currency']],
  ['1.09.2', 'en16931@1.09.2', { buyerScheme: '0245' }, []],
] as const)(
  'the codes of Factur-X %s hold for %s: %j',
  async (_, profile, { currency, buyerScheme }: { currency?: string; buyerScheme?: string }, fields) => {
    const buyer = { ...simple.buyer, electronicAddress: '1', electronicAddressScheme: buyerScheme ?? '0088' };
    const data = profile.startsWith('basic') ? (BASIC_INVOICES['simple'] ?? {}) : simple;
    const problems = await problemsOf({ ...data, ...(currency && { currency }), buyer }, profile);
    expect([...new Set(problems.map(({ field }) => field))]).toEqual(fields);
  },
);

test.each([
  ['currency', { currency: 'STD' }],
  ['buyer.address.country', { buyer: { name: 'Town Hall', address: { country: 'AN' } } }],
  [
    'seller.electronicAddressScheme',
    { seller: { ...simple.seller, electronicAddress: '1', electronicAddressScheme: '0220' } },
  ],
] as const)('Factur-X 1.09.2 lacks a code of %s that EN 16931 has', async (field, change) => {
  const problems = async (profile: 'en16931' | 'xrechnung') => {
    const made = await makeInvoiceXml({ ...simple, ...change }, profile, unlimited());
    return 'problems' in made ? made.problems.map((one) => [one.rule, one.field]) : [];
  };
  expect(await problems('en16931')).toContainEqual(['FX-SCH', field]);
  expect((await problems('xrechnung')).filter(([rule]) => rule === 'FX-SCH')).toEqual([]);
});
