import { DOCUMENT_CHANGES, TOTALS, VAT_BREAKDOWN, VAT_TOTALS } from './amounts.ts';
import { LINE } from './line.ts';
import { PAYMENT } from './payment.ts';
import { BUYER, DELIVERY, PAYEE, SELLER, TAX_REPRESENTATIVE } from './parties.ts';
import { group, manyOf, rows } from './table.ts';

const TRANSACTION = 'SupplyChainTradeTransaction';
const AGREEMENT = `${TRANSACTION}/ApplicableHeaderTradeAgreement`;
const DELIVERED = `${TRANSACTION}/ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRANSACTION}/ApplicableHeaderTradeSettlement`;
const TERMS = `${SETTLEMENT}/SpecifiedTradePaymentTerms`;

const DOCUMENT_TERMS = rows(
  ['BT-1', 'Invoice number', 'number', 'ExchangedDocument/ID', 'ID'],
  [
    'BT-2',
    'Invoice issue date',
    'issueDate',
    'ExchangedDocument/IssueDateTime/DateTimeString[@format=102]',
    'IssueDate',
    'date',
  ],
  [
    'BT-3',
    'Invoice type code',
    'typeCode',
    'ExchangedDocument/TypeCode',
    'InvoiceTypeCode | CreditNoteTypeCode',
  ],
  ['BT-5', 'Invoice currency code', 'currency', `${SETTLEMENT}/InvoiceCurrencyCode`, 'DocumentCurrencyCode'],
  ['BT-6', 'VAT accounting currency code', 'vatCurrency', `${SETTLEMENT}/TaxCurrencyCode`, 'TaxCurrencyCode'],
  [
    'BT-7',
    'VAT point date',
    'vatPointDate',
    `${SETTLEMENT}/ApplicableTradeTax/TaxPointDate/DateString[@format=102]`,
    'TaxPointDate',
    'date',
  ],
  [
    'BT-8',
    'VAT point date code',
    'vatPointCode',
    `${SETTLEMENT}/ApplicableTradeTax/DueDateTypeCode`,
    'InvoicePeriod/DescriptionCode',
    'vatPoint',
  ],
  [
    'BT-9',
    'Payment due date',
    'dueDate',
    `${TERMS}/DueDateDateTime/DateTimeString[@format=102]`,
    'DueDate | PaymentMeans/PaymentDueDate',
    'date',
  ],
  ['BT-10', 'Buyer reference', 'buyerReference', `${AGREEMENT}/BuyerReference`, 'BuyerReference'],
  [
    'BT-11',
    'Project reference',
    'project',
    `${AGREEMENT}/SpecifiedProcuringProject[Name:=Project reference]/ID`,
    'ProjectReference/ID | AdditionalDocumentReference[DocumentTypeCode=50]/ID',
  ],
  [
    'BT-12',
    'Contract reference',
    'contract',
    `${AGREEMENT}/ContractReferencedDocument/IssuerAssignedID`,
    'ContractDocumentReference/ID',
  ],
  [
    'BT-13',
    'Purchase order reference',
    'order',
    `${AGREEMENT}/BuyerOrderReferencedDocument/IssuerAssignedID`,
    'OrderReference/ID',
  ],
  [
    'BT-14',
    'Sales order reference',
    'salesOrder',
    `${AGREEMENT}/SellerOrderReferencedDocument/IssuerAssignedID`,
    'OrderReference[ID:=NA]/SalesOrderID',
  ],
  [
    'BT-15',
    'Receiving advice reference',
    'receivingAdvice',
    `${DELIVERED}/ReceivingAdviceReferencedDocument/IssuerAssignedID`,
    'ReceiptDocumentReference/ID',
  ],
  [
    'BT-16',
    'Despatch advice reference',
    'despatchAdvice',
    `${DELIVERED}/DespatchAdviceReferencedDocument/IssuerAssignedID`,
    'DespatchDocumentReference/ID',
  ],
  [
    'BT-17',
    'Tender or lot reference',
    'tender',
    `${AGREEMENT}/AdditionalReferencedDocument[TypeCode=50]/IssuerAssignedID`,
    'OriginatorDocumentReference/ID',
  ],
  [
    'BT-18',
    'Invoiced object identifier',
    'object',
    `${AGREEMENT}/AdditionalReferencedDocument[TypeCode=130]/IssuerAssignedID`,
    'AdditionalDocumentReference[DocumentTypeCode=130]/ID',
  ],
  [
    'BT-19',
    'Buyer accounting reference',
    'accountingReference',
    `${SETTLEMENT}/ReceivableSpecifiedTradeAccountingAccount/ID`,
    'AccountingCost',
  ],
  ['BT-20', 'Payment terms', 'paymentTerms', `${TERMS}/Description`, 'PaymentTerms/Note'],
  [
    'BT-23',
    'Business process type',
    'process',
    'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID',
    'ProfileID',
  ],
  [
    'BT-24',
    'Specification identifier',
    null,
    'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    'CustomizationID',
  ],
  [
    'BT-83',
    'Remittance information',
    'remittance',
    `${SETTLEMENT}/PaymentReference`,
    'PaymentMeans/PaymentID',
  ],
  [
    'BT-89',
    'Mandate reference',
    'mandate',
    `${TERMS}/DirectDebitMandateID`,
    'PaymentMeans/PaymentMandate/ID',
  ],
  [
    'BT-90',
    'Bank assigned creditor identifier',
    'creditorId',
    `${SETTLEMENT}/CreditorReferenceID`,
    'AccountingSupplierParty/Party/PartyIdentification[ID/@schemeID=SEPA]/ID | PayeeParty/PartyIdentification[ID/@schemeID=SEPA]/ID',
  ],
);

const SUPPORTING_DOCUMENT = manyOf(
  [
    'BG-24',
    'Additional supporting document',
    null,
    `${AGREEMENT}/AdditionalReferencedDocument[TypeCode=916]`,
    'AdditionalDocumentReference[DocumentTypeCode!=130][DocumentTypeCode!=50]',
  ],
  rows(
    ['BT-122', 'Supporting document reference', null, 'IssuerAssignedID', 'ID'],
    ['BT-123', 'Supporting document description', null, 'Name', 'DocumentDescription'],
    ['BT-124', 'External document location', null, 'URIID', 'Attachment/ExternalReference/URI'],
    [
      'BT-125',
      'Attached document',
      null,
      'AttachmentBinaryObject',
      'Attachment/EmbeddedDocumentBinaryObject',
      'file',
    ],
  ),
);

/** The place of each business term of EN 16931 in data, in CII and in UBL. The reader and the writer follow it, and a test compares the docs with it. */
export const DOCUMENT = group(
  ['BG-0', 'Invoice', null, '', ''],
  [...DOCUMENT_TERMS, ...VAT_TOTALS],
  [
    manyOf(
      ['BG-1', 'Invoice note', 'notes', 'ExchangedDocument/IncludedNote', 'Note'],
      rows(
        ['BT-21', 'Invoice note subject code', 'subjectCode', 'SubjectCode', null],
        ['BT-22', 'Invoice note', 'text', 'Content', '.'],
      ),
    ),
    manyOf(
      [
        'BG-3',
        'Preceding invoice',
        'precedingInvoices',
        `${SETTLEMENT}/InvoiceReferencedDocument`,
        'BillingReference',
      ],
      rows(
        ['BT-25', 'Preceding invoice number', 'number', 'IssuerAssignedID', 'InvoiceDocumentReference/ID'],
        [
          'BT-26',
          'Preceding invoice issue date',
          'issueDate',
          'FormattedIssueDateTime/DateTimeString[@format=102]',
          'InvoiceDocumentReference/IssueDate',
          'date',
        ],
      ),
    ),
    SELLER,
    BUYER,
    PAYEE,
    TAX_REPRESENTATIVE,
    DELIVERY,
    group(
      ['BG-14', 'Invoicing period', 'period', `${SETTLEMENT}/BillingSpecifiedPeriod`, 'InvoicePeriod'],
      rows(
        [
          'BT-73',
          'Invoicing period start date',
          'start',
          'StartDateTime/DateTimeString[@format=102]',
          'StartDate',
          'date',
        ],
        [
          'BT-74',
          'Invoicing period end date',
          'end',
          'EndDateTime/DateTimeString[@format=102]',
          'EndDate',
          'date',
        ],
      ),
    ),
    PAYMENT,
    ...DOCUMENT_CHANGES,
    TOTALS,
    VAT_BREAKDOWN,
    SUPPORTING_DOCUMENT,
    LINE,
  ],
);
