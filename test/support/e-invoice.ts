/** An invoice of one line in the model of `options.eInvoice.data`, with more than the model has. */
export const invoiceData = (changes: Readonly<Record<string, unknown>> = {}) => ({
  number: 'R-17',
  issueDate: '2026-11-02',
  dueDate: '2026-12-02',
  currency: 'EUR',
  seller: {
    name: 'Presswerk GmbH',
    vatId: 'DE312845907',
    address: { line1: 'Gerberstraße 14', postCode: '04105', city: 'Leipzig', country: 'DE' },
  },
  buyer: {
    name: 'Köhler & Söhne',
    address: { line1: 'Große Bleichen 21', postCode: '20354', city: 'Hamburg', country: 'DE' },
  },
  delivery: { date: '2026-10-30' },
  payment: [{ meansCode: '58', iban: 'DE89370400440532013000' }],
  lines: [{ name: 'Design', quantity: 1, unit: 'HUR', netPrice: 100, vat: { category: 'S', rate: 19 } }],
  totals: { withVat: 119 },
  greeting: 'Thank you',
  ...changes,
});

/** The total with VAT is not the sum of the others. */
export const WRONG_TOTAL = { totals: { withVat: 120 } };
