import type { InvoiceData } from '../../index.ts';

type Line = NonNullable<InvoiceData['lines']>[number];

const address = { line1: 'Long Street 1', line2: 'Yard', city: 'Berlin', postCode: '10115', country: 'DE' };
const seller = {
  name: 'Solar Ltd',
  tradingName: 'Solar',
  registrationId: 'HRB 1234',
  vatId: 'DE123456789',
  electronicAddress: 'DE123456789',
  electronicAddressScheme: '9930',
  address,
  contact: { name: 'Ann Example', phone: '+49 30 123456', email: 'ann@solar.example' },
};
const buyer = {
  name: 'Town Hall',
  vatId: 'FR12345678901',
  electronicAddress: '12345678901',
  electronicAddressScheme: '9957',
  address: { line1: 'Market 2', city: 'Paris', postCode: '75001', country: 'FR' },
};

const line = (fields: Partial<Line>): Line => ({
  name: 'Lamp',
  quantity: '2',
  netPrice: '100.00',
  vat: { category: 'S', rate: '19' },
  ...fields,
});

const simple: InvoiceData = {
  number: 'R-2026-117',
  issueDate: '2026-11-27',
  dueDate: '2026-12-27',
  currency: 'EUR',
  buyerReference: '04011000-12345-34',
  seller,
  buyer,
  payment: [{ meansCode: '58', iban: 'DE02120300000000202051', accountName: 'Solar Ltd' }],
  lines: [line({}), line({ name: 'Installation', unit: 'HUR', netPrice: '49.50' })],
};

const ofCategory = (category: string, rate: string | null, more: Partial<InvoiceData> = {}): InvoiceData => ({
  ...simple,
  lines: [line({ vat: { category, rate } }), line({ name: 'Socket', vat: { category, rate } })],
  allowances: [{ amount: '10.00', reason: 'Regular customer', vat: { category, rate } }],
  charges: [{ amount: '5.00', reason: 'Freight', vat: { category, rate } }],
  ...more,
});

const exempt = (category: string, rate: string | null, exemptionReason: string): Partial<InvoiceData> => ({
  vatBreakdown: [{ category, rate, exemptionReason }],
});

const withoutVat: Partial<InvoiceData> = {
  seller: { ...seller, vatId: null },
  buyer: { ...buyer, vatId: null },
};

const full: InvoiceData = {
  ...simple,
  notes: [{ text: 'Thank you.', subjectCode: 'AAI' }],
  contract: 'C-1',
  order: 'O-1',
  despatchAdvice: 'D-1',
  accountingReference: 'K-1',
  paymentTerms: '30 days net',
  remittance: 'R-2026-117',
  precedingInvoices: [{ number: 'R-2026-116', issueDate: '2026-10-27' }],
  payee: { name: 'Factor Ltd', id: 'F-1', registrationId: 'HRB 99' },
  taxRepresentative: { name: 'Tax Ltd', vatId: 'DE999999999', address },
  delivery: {
    name: 'Depot',
    locationId: '4012345000009',
    locationIdScheme: '0088',
    date: '2026-11-20',
    address,
  },
  period: { start: '2026-11-01', end: '2026-11-30' },
  allowances: [
    {
      baseAmount: '200.00',
      percent: '5',
      reason: 'Early payment',
      reasonCode: '95',
      vat: { category: 'S', rate: '19' },
    },
  ],
  charges: [{ amount: '7.50', reason: 'Freight', reasonCode: 'FC', vat: { category: 'S', rate: '7' } }],
  totals: { paid: '50.00' },
  lines: [
    line({
      note: 'A note',
      standardItemId: '4012345000009',
      standardItemIdScheme: '0160',
      allowances: [{ baseAmount: '200.00', percent: '10', reason: 'Sale', reasonCode: '95' }],
      charges: [{ amount: '3.00', reason: 'Packing', reasonCode: 'PC' }],
    }),
    line({
      name: 'Book',
      netPrice: '12.90',
      baseQuantity: '1',
      baseUnit: 'C62',
      vat: { category: 'S', rate: '7' },
    }),
  ],
};

/** Has fields that the profile BASIC does not have. */
const rich: InvoiceData = {
  ...full,
  vatPointDate: '2026-11-27',
  project: 'P-1',
  salesOrder: 'S-1',
  receivingAdvice: 'A-1',
  tender: 'T-1',
  object: 'Meter 7',
  payment: [
    {
      meansCode: '58',
      meansText: 'Transfer',
      iban: 'DE02120300000000202051',
      accountName: 'Solar',
      bic: 'BYLADEM1001',
    },
  ],
  lines: [
    ...(full.lines ?? []),
    line({
      description: 'With a lamp',
      orderLine: '10',
      sellerItemId: 'L-1',
      buyerItemId: 'B-1',
      originCountry: 'DE',
      grossPrice: '110.00',
      priceDiscount: '10.00',
      period: { start: '2026-11-01', end: '2026-11-15' },
      classifications: [{ code: '31310000', list: 'STI' }],
      attributes: [{ name: 'Colour', value: 'Red' }],
    }),
  ],
};

const strip = (data: InvoiceData): InvoiceData => {
  const { contact: _, ...without } = data.seller ?? {};
  const payment = (data.payment ?? []).map(({ accountName: __, ...rest }) => rest);
  return { ...data, seller: without, payment };
};

/** Valid invoices of each VAT category, and with all fields. */
export const INVOICES: Readonly<Record<string, InvoiceData>> = {
  simple,
  rich,
  'credit note': { ...ofCategory('S', '19'), typeCode: '381' },
  zero: ofCategory('Z', '0'),
  exempt: ofCategory('E', '0', exempt('E', '0', 'Exempt by article 132')),
  'reverse charge': ofCategory('AE', '0', exempt('AE', '0', 'Reverse charge')),
  'intra-community': ofCategory('K', '0', {
    ...exempt('K', '0', 'Intra-community supply'),
    delivery: { date: '2026-11-20', address: { ...address, country: 'FR' } },
  }),
  export: ofCategory('G', '0', exempt('G', '0', 'Export')),
  'not subject': ofCategory('O', null, { ...withoutVat, ...exempt('O', null, 'Not subject to VAT') }),
  'canary islands': ofCategory('L', '7'),
  ceuta: ofCategory('M', '4'),
  'direct debit': {
    ...simple,
    mandate: 'M-1',
    creditorId: 'DE98ZZZ09999999999',
    payment: [{ meansCode: '59', debitedAccount: 'DE02120300000000202051' }],
  },
};

/** In these invoices, each element is changed. In the others, only elements that have to do with VAT are. */
export const WHOLE: ReadonlySet<string> = new Set(['simple', 'rich', 'full', 'direct debit']);
export const OF_VAT = /Tax|Allowance|Summation|MonetaryTotal|Delivery|TypeCode/;

/** The same for BASIC, which has fewer fields. */
export const BASIC_INVOICES: Readonly<Record<string, InvoiceData>> = {
  simple: strip(simple),
  full: strip(full),
};
