import { expect, test } from 'vitest';
import { checkInvoiceXml, makeInvoiceXml, type EInvoiceProfile, type InvoiceData } from '../index.ts';
import { unlimited } from '../../../test/support/unlimited.ts';
import { INVOICES } from './support/invoices.ts';

const simple = INVOICES['simple'] ?? {};
const debit = INVOICES['direct debit'] ?? {};
const { seller, buyer } = simple;
const iban = 'DE02120300000000202051';

const rulesOf = async (data: InvoiceData, profile: EInvoiceProfile = 'xrechnung'): Promise<string[]> => {
  const made = await makeInvoiceXml(data, profile, unlimited());
  return 'problems' in made ? made.problems.map(({ rule }) => rule) : [];
};

const withContact = (change: object): InvoiceData => ({
  ...simple,
  seller: { ...seller, contact: { ...seller?.contact, ...change } },
});

const deliveredTo = (address: object): InvoiceData => ({
  ...simple,
  delivery: { date: '2026-11-20', address: { city: 'Berlin', postCode: '10115', country: 'DE', ...address } },
});

const WRONG: readonly (readonly [string, InvoiceData])[] = [
  ['BR-DE-1', { ...simple, payment: null }],
  ['BR-DE-2', { ...simple, seller: { ...seller, contact: null } }],
  ['BR-DE-3', { ...simple, seller: { ...seller, address: { ...seller?.address, city: null } } }],
  ['BR-DE-4', { ...simple, seller: { ...seller, address: { ...seller?.address, postCode: ' ' } } }],
  ['BR-DE-5', withContact({ name: null })],
  ['BR-DE-6', withContact({ phone: null })],
  ['BR-DE-7', withContact({ email: null })],
  ['BR-DE-8', { ...simple, buyer: { ...buyer, address: { ...buyer?.address, city: null } } }],
  ['BR-DE-9', { ...simple, buyer: { ...buyer, address: { ...buyer?.address, postCode: null } } }],
  ['BR-DE-10', deliveredTo({ city: null })],
  ['BR-DE-11', deliveredTo({ postCode: null })],
  ['BR-DE-14', INVOICES['not subject'] ?? {}],
  ['BR-DE-15', { ...simple, buyerReference: null }],
  ['BR-DE-16', { ...simple, seller: { ...seller, vatId: null } }],
  ['BR-DE-18', { ...simple, paymentTerms: '#SKONTO#TAGE=14#PROZENT=2#\n' }],
  ['BR-DE-18', { ...simple, paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#' }],
  ['BR-DE-23-a', { ...simple, payment: [{ meansCode: '58' }] }],
  ['BR-DE-23-b', { ...simple, payment: [{ meansCode: '58', iban, cardNumber: '1234' }] }],
  ['BR-DE-24-a', { ...simple, payment: [{ meansCode: '48' }] }],
  ['BR-DE-24-b', { ...simple, payment: [{ meansCode: '48', cardNumber: '1234', iban }] }],
  ['BR-DE-25-a', { ...simple, payment: [{ meansCode: '59' }] }],
  ['BR-DE-25-b', { ...debit, payment: [{ meansCode: '59', debitedAccount: iban, cardNumber: '1234' }] }],
  ['BR-DE-25-b', { ...debit, payment: [{ meansCode: '59', debitedAccount: iban, bic: 'BYLADEM1001' }] }],
  ['BR-DE-30', { ...debit, creditorId: null }],
  ['BR-DE-31', { ...debit, payment: [{ meansCode: '59' }] }],
];

const [line] = simple.lines ?? [];
const withLine = (change: object): InvoiceData => ({ ...simple, lines: [{ ...line, ...change }] });
const discount = { reason: 'Discount', vat: { category: 'S', rate: 19 } };

/** The rules of Peppol that KoSIT has taken over. */
const OF_PEPPOL: readonly (readonly [string, InvoiceData])[] = [
  ['R005', { ...simple, vatCurrency: 'EUR', totals: { vatInVatCurrency: 1 } }],
  ['R010', { ...simple, buyer: { ...buyer, electronicAddress: null, electronicAddressScheme: null } }],
  ['R020', { ...simple, seller: { ...seller, electronicAddress: null, electronicAddressScheme: null } }],
  ['R041', { ...simple, allowances: [{ ...discount, amount: 1, percent: 10 }] }],
  ['R042', { ...simple, allowances: [{ ...discount, amount: 1, baseAmount: 10 }] }],
  ['R046', withLine({ grossPrice: 1_000 })],
  ['R055', { ...simple, vatCurrency: 'USD', totals: { vatInVatCurrency: -1 } }],
  ['R061', { ...debit, mandate: null }],
  ['R110', { ...withLine({ period: { start: '2026-10-01' } }), period: { start: '2026-10-02' } }],
  ['R111', { ...withLine({ period: { end: '2026-10-03' } }), period: { end: '2026-10-02' } }],
  ['R121', withLine({ baseQuantity: 0 })],
  ['R130', withLine({ baseQuantity: 1, baseUnit: 'DAY' })],
];

test.each(OF_PEPPOL)('an invoice can break PEPPOL-EN16931-%s, as in Peppol', async (rule, data) => {
  expect(await rulesOf(data)).toContain(`PEPPOL-EN16931-${rule}`);
  expect(await rulesOf(data, 'peppol')).toContain(`PEPPOL-EN16931-${rule}`);
});

test('XML can break rules of KoSIT that data cannot', async () => {
  const made = await makeInvoiceXml(withLine({ grossPrice: line?.netPrice ?? 1 }), 'xrechnung', unlimited());
  const xml = 'xml' in made ? made.xml : '';
  /** Adds XML to the gross price. */
  const rulesWith = async (added: string): Promise<string[]> => {
    const at = xml.indexOf('</ram:GrossPriceProductTradePrice>');
    const problems = await checkInvoiceXml(
      xml.slice(0, at) + added + xml.slice(at),
      'xrechnung',
      unlimited(),
    );
    return problems.map(({ rule }) => rule);
  };
  const change = (indicator: string): string =>
    `<ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0</ram:ActualAmount></ram:AppliedTradeAllowanceCharge>`;
  expect(await rulesWith('')).toEqual([]);
  expect(await rulesWith(change('false'))).not.toContain('PEPPOL-EN16931-R044');
  expect(await rulesWith(change('true'))).toContain('PEPPOL-EN16931-R044');
  expect(await rulesWith(change('0'))).toContain('PEPPOL-EN16931-R043-2');
  expect(await rulesWith('<ram:BasisQuantity unitCode="DAY">1</ram:BasisQuantity>')).toEqual([
    'PEPPOL-EN16931-R130',
  ]);
  expect(await rulesWith('<ram:BasisQuantity>0</ram:BasisQuantity>')).toEqual(['PEPPOL-EN16931-R121']);
});

test('the calendar has no year 0000', async () => {
  expect(await rulesOf({ ...simple, delivery: { date: '0000-01-01' } })).toEqual(['XSD']);
  expect(await rulesOf({ ...simple, delivery: { date: '0000-01-01' } }, 'peppol')).toEqual(['XSD']);
});

test.each(WRONG)('an invoice can break %s', async (rule, data) => {
  expect(await rulesOf(data)).toContain(rule);
});

const withinGermany = (data: InvoiceData): InvoiceData => ({
  ...data,
  buyer: {
    ...data.buyer,
    address: { city: 'Hamburg', postCode: '20354', ...data.buyer?.address, country: 'DE' },
  },
});

test.each(WRONG)('Peppol has %s too, between a seller and a buyer in Germany', async (rule, data) => {
  const [, number = '', part] = /^BR-DE-(\d+)-?(\w?)$/.exec(rule) ?? [];
  const name = `DE-R-${number.padStart(3, '0')}${part === '' ? '' : part === 'a' ? '-1' : '-2'}`;
  expect(await rulesOf(withinGermany(data), 'peppol')).toContain(name);
  expect((await rulesOf(data, 'peppol')).filter((one) => one.startsWith('DE-R'))).toEqual([]);
});

test('in Peppol, a creditor identifier alone makes no direct debit', async () => {
  const withCreditor = { ...withinGermany(simple), creditorId: 'DE98ZZZ09999999999' };
  expect(await rulesOf(withCreditor)).toContain('BR-DE-31');
  expect(await rulesOf(withCreditor, 'peppol')).toEqual([]);
});

test('a delivery, a discount and a direct debit can be complete', async () => {
  expect(await rulesOf(deliveredTo({}))).toEqual([]);
  const paymentTerms = '30 days net\n#SKONTO#TAGE=14#PROZENT=2.00#\n';
  expect(await rulesOf({ ...simple, paymentTerms })).toEqual([]);
  expect(await rulesOf(debit)).toEqual([]);
});

test('two attached files may not have one name', async () => {
  const made = await makeInvoiceXml(simple, 'xrechnung', unlimited());
  const xml = 'xml' in made ? made.xml : '';
  const attached = (name: string): string =>
    `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>1</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:AttachmentBinaryObject mimeCode="text/csv" filename="${name}">YQ==</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>`;
  const rulesWith = async (...names: string[]): Promise<string[]> =>
    (
      await checkInvoiceXml(
        xml.replace('</ram:ApplicableHeaderTradeAgreement>', (tag) => names.map(attached).join('') + tag),
        'xrechnung',
        unlimited(),
      )
    ).map(({ rule }) => rule);
  expect(await rulesWith('a.csv', 'b.csv')).toEqual([]);
  expect(await rulesWith('a.csv', 'b.csv', 'a.csv')).toEqual(['BR-DE-22']);
});
