import { group, manyOf, rows, type TermGroup } from './table.ts';

const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';

interface Change {
  readonly term: string;
  readonly name: string;
  readonly data: string;
  readonly isCharge: boolean;
  /** The terms of amount, base amount, percentage, reason and reason code. On the document, also of VAT category and rate. */
  readonly terms: readonly string[];
}

/** An allowance or a charge. */
function change({ term, name, data, isCharge, terms }: Change, cii: string): TermGroup {
  const [amount = '', base = '', percent = '', reason = '', code = '', category, rate] = terms;
  const vat =
    category === undefined || rate === undefined
      ? []
      : rows(
          [
            category,
            `${name} VAT category code`,
            'vat.category',
            'CategoryTradeTax[TypeCode=VAT]/CategoryCode',
            'TaxCategory[TaxScheme/ID=VAT]/ID',
          ],
          [
            rate,
            `${name} VAT rate`,
            'vat.rate',
            'CategoryTradeTax[TypeCode=VAT]/RateApplicablePercent',
            'TaxCategory[TaxScheme/ID=VAT]/Percent',
            'number',
          ],
        );
  return manyOf(
    [
      term,
      name,
      data,
      `${cii}[ChargeIndicator/Indicator=${isCharge}]`,
      `AllowanceCharge[ChargeIndicator=${isCharge}]`,
    ],
    [
      ...rows(
        [amount, `${name} amount`, 'amount', 'ActualAmount', 'Amount', 'amount'],
        [base, `${name} base amount`, 'baseAmount', 'BasisAmount', 'BaseAmount', 'amount'],
        [percent, `${name} percentage`, 'percent', 'CalculationPercent', 'MultiplierFactorNumeric', 'number'],
        [reason, `${name} reason`, 'reason', 'Reason', 'AllowanceChargeReason'],
        [code, `${name} reason code`, 'reasonCode', 'ReasonCode', 'AllowanceChargeReasonCode'],
      ),
      ...vat,
    ],
  );
}

const ON_LINE = 'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge';
const ON_DOCUMENT = `${SETTLEMENT}/SpecifiedTradeAllowanceCharge`;

export const LINE_CHANGES = [
  change(
    {
      term: 'BG-27',
      name: 'Line allowance',
      data: 'allowances',
      isCharge: false,
      terms: ['BT-136', 'BT-137', 'BT-138', 'BT-139', 'BT-140'],
    },
    ON_LINE,
  ),
  change(
    {
      term: 'BG-28',
      name: 'Line charge',
      data: 'charges',
      isCharge: true,
      terms: ['BT-141', 'BT-142', 'BT-143', 'BT-144', 'BT-145'],
    },
    ON_LINE,
  ),
];

export const DOCUMENT_CHANGES = [
  change(
    {
      term: 'BG-20',
      name: 'Document allowance',
      data: 'allowances',
      isCharge: false,
      terms: ['BT-92', 'BT-93', 'BT-94', 'BT-97', 'BT-98', 'BT-95', 'BT-96'],
    },
    ON_DOCUMENT,
  ),
  change(
    {
      term: 'BG-21',
      name: 'Document charge',
      data: 'charges',
      isCharge: true,
      terms: ['BT-99', 'BT-100', 'BT-101', 'BT-104', 'BT-105', 'BT-102', 'BT-103'],
    },
    ON_DOCUMENT,
  ),
];

export const TOTALS = group(
  [
    'BG-22',
    'Document totals',
    'totals',
    `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`,
    'LegalMonetaryTotal',
  ],
  rows(
    [
      'BT-106',
      'Sum of the net amounts of the lines',
      'lines',
      'LineTotalAmount',
      'LineExtensionAmount',
      'amount',
    ],
    [
      'BT-107',
      'Sum of the allowances on the document',
      'allowances',
      'AllowanceTotalAmount',
      'AllowanceTotalAmount',
      'amount',
    ],
    [
      'BT-108',
      'Sum of the charges on the document',
      'charges',
      'ChargeTotalAmount',
      'ChargeTotalAmount',
      'amount',
    ],
    ['BT-109', 'Total without VAT', 'withoutVat', 'TaxBasisTotalAmount', 'TaxExclusiveAmount', 'amount'],
    ['BT-112', 'Total with VAT', 'withVat', 'GrandTotalAmount', 'TaxInclusiveAmount', 'amount'],
    ['BT-113', 'Paid amount', 'paid', 'TotalPrepaidAmount', 'PrepaidAmount', 'amount'],
    ['BT-114', 'Rounding amount', 'rounding', 'RoundingAmount', 'PayableRoundingAmount', 'amount'],
    ['BT-115', 'Amount due for payment', 'payable', 'DuePayableAmount', 'PayableAmount', 'amount'],
  ),
);

/** In UBL, they are not in the element of the other totals. */
export const VAT_TOTALS = rows(
  [
    'BT-110',
    'Total VAT amount',
    'totals.vat',
    `${TOTALS.cii}/TaxTotalAmount[@currencyID=$BT-5]`,
    'TaxTotal[TaxAmount/@currencyID=$BT-5]/TaxAmount',
    'amount',
  ],
  [
    'BT-111',
    'Total VAT amount in the VAT accounting currency',
    'totals.vatInVatCurrency',
    `${TOTALS.cii}/TaxTotalAmount[@currencyID=$BT-6]`,
    'TaxTotal[TaxAmount/@currencyID=$BT-6]/TaxAmount',
    'amount',
  ],
);

export const VAT_BREAKDOWN = manyOf(
  [
    'BG-23',
    'VAT breakdown',
    'vatBreakdown',
    `${SETTLEMENT}/ApplicableTradeTax`,
    'TaxTotal[TaxAmount/@currencyID:=$BT-5]/TaxSubtotal',
  ],
  rows(
    ['BT-116', 'VAT category taxable amount', 'base', 'BasisAmount', 'TaxableAmount', 'amount'],
    ['BT-117', 'VAT category tax amount', 'amount', 'CalculatedAmount', 'TaxAmount', 'amount'],
    [
      'BT-118',
      'VAT category code',
      'category',
      '.[TypeCode=VAT]/CategoryCode',
      'TaxCategory[TaxScheme/ID=VAT]/ID',
    ],
    [
      'BT-119',
      'VAT category rate',
      'rate',
      '.[TypeCode=VAT]/RateApplicablePercent',
      'TaxCategory[TaxScheme/ID=VAT]/Percent',
      'number',
    ],
    [
      'BT-120',
      'VAT exemption reason text',
      'exemptionReason',
      'ExemptionReason',
      'TaxCategory[TaxScheme/ID=VAT]/TaxExemptionReason',
    ],
    [
      'BT-121',
      'VAT exemption reason code',
      'exemptionReasonCode',
      'ExemptionReasonCode',
      'TaxCategory[TaxScheme/ID=VAT]/TaxExemptionReasonCode',
    ],
  ),
);
