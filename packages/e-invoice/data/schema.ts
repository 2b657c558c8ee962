import { z } from 'zod';
import { isXmlText } from '../xml/text.ts';

/** The most lines of an invoice. A line becomes about 1 kB of XML. */
export const MAX_LINES = 10_000;

const xmlText = (most: number): z.ZodString =>
  z.string().max(most).refine(isXmlText, 'It has a character that XML does not allow.');
const text = xmlText(5_000);
const code = xmlText(50);
/** `2026-11-27` */
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'It must be a date such as 2026-11-27.');
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** A number or a string, which keeps each digit. */
const decimal = z.union([
  z.number().refine((value) => DECIMAL.test(String(value)), 'It must be a plain decimal number.'),
  z.string().regex(DECIMAL, 'It must be a decimal number such as 19.99.'),
]);

/** Null means that the field is missing: spreadsheets and programs write it for an empty field. */
const optional = <T extends z.ZodType>(type: T): z.ZodOptional<z.ZodNullable<T>> =>
  type.nullable().optional();
const many = <T extends z.ZodType>(type: T, most = 100): z.ZodOptional<z.ZodNullable<z.ZodArray<T>>> =>
  optional(z.array(type).max(most));

const address = z.object({
  line1: optional(text),
  line2: optional(text),
  line3: optional(text),
  city: optional(text),
  postCode: optional(code),
  subdivision: optional(text),
  country: optional(code),
});

const contact = z.object({ name: optional(text), phone: optional(text), email: optional(text) });

const party = z.object({
  name: optional(text),
  tradingName: optional(text),
  id: optional(text),
  idScheme: optional(code),
  registrationId: optional(text),
  registrationIdScheme: optional(code),
  vatId: optional(text),
  electronicAddress: optional(text),
  electronicAddressScheme: optional(code),
  address: optional(address),
  contact: optional(contact),
});

const period = z.object({ start: optional(date), end: optional(date) });

const vat = z.object({ category: optional(code), rate: optional(decimal) });

const lineChange = z.object({
  amount: optional(decimal),
  baseAmount: optional(decimal),
  percent: optional(decimal),
  reason: optional(text),
  reasonCode: optional(code),
});

const documentChange = lineChange.extend({ vat: optional(vat) });

const line = z.object({
  id: optional(text),
  name: optional(text),
  description: optional(text),
  note: optional(text),
  object: optional(text),
  quantity: optional(decimal),
  unit: optional(code),
  netPrice: optional(decimal),
  grossPrice: optional(decimal),
  priceDiscount: optional(decimal),
  baseQuantity: optional(decimal),
  baseUnit: optional(code),
  netAmount: optional(decimal),
  vat: optional(vat),
  allowances: many(lineChange),
  charges: many(lineChange),
  period: optional(period),
  orderLine: optional(text),
  accountingReference: optional(text),
  sellerItemId: optional(text),
  buyerItemId: optional(text),
  standardItemId: optional(text),
  standardItemIdScheme: optional(code),
  originCountry: optional(code),
  classifications: many(z.object({ code: optional(text), list: optional(code), version: optional(code) })),
  attributes: many(z.object({ name: optional(text), value: optional(text) })),
});

const payment = z.object({
  meansCode: optional(code),
  meansText: optional(text),
  iban: optional(code),
  accountName: optional(text),
  bic: optional(code),
  cardNumber: optional(code),
  cardHolder: optional(text),
  debitedAccount: optional(code),
});

const vatBreakdown = z.object({
  category: optional(code),
  rate: optional(decimal),
  base: optional(decimal),
  amount: optional(decimal),
  exemptionReason: optional(text),
  exemptionReasonCode: optional(code),
});

const totals = z.object({
  lines: optional(decimal),
  allowances: optional(decimal),
  charges: optional(decimal),
  withoutVat: optional(decimal),
  vat: optional(decimal),
  vatInVatCurrency: optional(decimal),
  withVat: optional(decimal),
  paid: optional(decimal),
  rounding: optional(decimal),
  payable: optional(decimal),
});

/** The invoice as data. All fields are optional here: the rules of the profile say which are required. Unknown fields are ignored. */
export const invoiceSchema = z.object({
  number: optional(text),
  issueDate: optional(date),
  typeCode: optional(code),
  currency: optional(code),
  vatCurrency: optional(code),
  vatPointDate: optional(date),
  vatPointCode: optional(code),
  dueDate: optional(date),
  buyerReference: optional(text),
  project: optional(text),
  contract: optional(text),
  order: optional(text),
  salesOrder: optional(text),
  receivingAdvice: optional(text),
  despatchAdvice: optional(text),
  tender: optional(text),
  object: optional(text),
  accountingReference: optional(text),
  paymentTerms: optional(text),
  process: optional(text),
  remittance: optional(text),
  mandate: optional(text),
  creditorId: optional(text),
  notes: many(z.object({ text: optional(text), subjectCode: optional(code) })),
  precedingInvoices: many(z.object({ number: optional(text), issueDate: optional(date) })),
  seller: optional(party.extend({ taxNumber: optional(text), legalInformation: optional(text) })),
  buyer: optional(party),
  payee: optional(party),
  taxRepresentative: optional(party),
  delivery: optional(
    z.object({
      name: optional(text),
      locationId: optional(text),
      locationIdScheme: optional(code),
      date: optional(date),
      address: optional(address),
    }),
  ),
  period: optional(period),
  payment: many(payment),
  allowances: many(documentChange),
  charges: many(documentChange),
  vatBreakdown: many(vatBreakdown),
  totals: optional(totals),
  lines: optional(z.array(line).max(MAX_LINES)),
});

/** The invoice without its lines, and one of them: many lines are read one after another. */
export const invoiceOfAnyLines = invoiceSchema.extend({
  lines: optional(z.array(z.unknown()).max(MAX_LINES)),
});
export const lineSchema = line;

export type InvoiceData = z.infer<typeof invoiceSchema>;
