/** The fields of an invoice as data, with the fields of the objects inside them. A value is null. It has the fields of `invoiceSchema` of `@platen/e-invoice`. */
export interface InvoiceFields extends ReadonlyMap<string, InvoiceFields | null> {}

const fields = (names: string, objects: Readonly<Record<string, InvoiceFields>> = {}): InvoiceFields =>
  new Map([...names.split(' ').map((name) => [name, null] as const), ...Object.entries(objects)]);

const VAT = fields('category rate');
const PERIOD = fields('start end');
const ADDRESS = fields('line1 line2 line3 city postCode subdivision country');
const LINE_CHANGE = fields('amount baseAmount percent reason reasonCode');
const CHANGE = fields('amount baseAmount percent reason reasonCode', { vat: VAT });

const party = (more = ''): InvoiceFields =>
  fields(
    `name tradingName id idScheme registrationId registrationIdScheme vatId electronicAddress electronicAddressScheme${more}`,
    { address: ADDRESS, contact: fields('name phone email') },
  );

export const INVOICE_FIELDS: InvoiceFields = fields(
  'number issueDate typeCode currency vatCurrency vatPointDate vatPointCode dueDate buyerReference project contract order salesOrder receivingAdvice ' +
    'despatchAdvice tender object accountingReference paymentTerms process remittance mandate creditorId',
  {
    notes: fields('text subjectCode'),
    precedingInvoices: fields('number issueDate'),
    seller: party(' taxNumber legalInformation'),
    buyer: party(),
    payee: party(),
    taxRepresentative: party(),
    delivery: fields('name locationId locationIdScheme date', { address: ADDRESS }),
    period: PERIOD,
    payment: fields('meansCode meansText iban accountName bic cardNumber cardHolder debitedAccount'),
    allowances: CHANGE,
    charges: CHANGE,
    vatBreakdown: fields('category rate base amount exemptionReason exemptionReasonCode'),
    totals: fields('lines allowances charges withoutVat vat vatInVatCurrency withVat paid rounding payable'),
    lines: fields(
      'id name description note object quantity unit netPrice grossPrice priceDiscount baseQuantity baseUnit netAmount orderLine accountingReference ' +
        'sellerItemId buyerItemId standardItemId standardItemIdScheme originCountry',
      {
        vat: VAT,
        allowances: LINE_CHANGE,
        charges: LINE_CHANGE,
        period: PERIOD,
        classifications: fields('code list version'),
        attributes: fields('name value'),
      },
    ),
  },
);
