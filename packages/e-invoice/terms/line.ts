import { LINE_CHANGES } from './amounts.ts';
import { group, manyOf, rows } from './table.ts';

const AGREEMENT = 'SpecifiedLineTradeAgreement';
const SETTLEMENT = 'SpecifiedLineTradeSettlement';
const PRODUCT = 'SpecifiedTradeProduct';
const GROSS = `${AGREEMENT}/GrossPriceProductTradePrice`;
const QUANTITY = [
  'SpecifiedLineTradeDelivery/BilledQuantity',
  'InvoicedQuantity | CreditedQuantity',
] as const;
/** A discount is an allowance on the price. */
const DISCOUNT = [
  `${GROSS}/AppliedTradeAllowanceCharge[ChargeIndicator/Indicator=false]`,
  'Price/AllowanceCharge[ChargeIndicator=false]',
] as const;

export const LINE = manyOf(
  [
    'BG-25',
    'Invoice line',
    'lines',
    'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
    'InvoiceLine | CreditNoteLine',
  ],
  rows(
    ['BT-126', 'Line identifier', 'id', 'AssociatedDocumentLineDocument/LineID', 'ID'],
    ['BT-127', 'Line note', 'note', 'AssociatedDocumentLineDocument/IncludedNote/Content', 'Note'],
    [
      'BT-128',
      'Line object identifier',
      'object',
      `${SETTLEMENT}/AdditionalReferencedDocument[TypeCode=130]/IssuerAssignedID`,
      'DocumentReference[DocumentTypeCode=130]/ID',
    ],
    ['BT-129', 'Invoiced quantity', 'quantity', ...QUANTITY, 'number'],
    [
      'BT-130',
      'Unit of the quantity',
      'unit',
      `${QUANTITY[0]}/@unitCode`,
      'InvoicedQuantity/@unitCode | CreditedQuantity/@unitCode',
    ],
    [
      'BT-131',
      'Line net amount',
      'netAmount',
      `${SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
      'LineExtensionAmount',
      'amount',
    ],
    [
      'BT-132',
      'Purchase order line',
      'orderLine',
      `${AGREEMENT}/BuyerOrderReferencedDocument/LineID`,
      'OrderLineReference/LineID',
    ],
    [
      'BT-133',
      'Line buyer accounting reference',
      'accountingReference',
      `${SETTLEMENT}/ReceivableSpecifiedTradeAccountingAccount/ID`,
      'AccountingCost',
    ],
    [
      'BT-146',
      'Item net price',
      'netPrice',
      `${AGREEMENT}/NetPriceProductTradePrice/ChargeAmount`,
      'Price/PriceAmount',
      'amount',
    ],
    [
      'BT-147',
      'Item price discount',
      'priceDiscount',
      `${DISCOUNT[0]}/ActualAmount`,
      `${DISCOUNT[1]}/Amount`,
      'amount',
    ],
    [
      'BT-148',
      'Item gross price',
      'grossPrice',
      `${GROSS}/ChargeAmount`,
      `${DISCOUNT[1]}/BaseAmount`,
      'amount',
    ],
    [
      'BT-149',
      'Item price base quantity',
      'baseQuantity',
      `${AGREEMENT}/NetPriceProductTradePrice/BasisQuantity`,
      'Price/BaseQuantity',
      'number',
    ],
    [
      'BT-150',
      'Unit of the item price base quantity',
      'baseUnit',
      `${AGREEMENT}/NetPriceProductTradePrice/BasisQuantity/@unitCode`,
      'Price/BaseQuantity/@unitCode',
    ],
    [
      'BT-151',
      'Item VAT category code',
      'vat.category',
      `${SETTLEMENT}/ApplicableTradeTax[TypeCode=VAT]/CategoryCode`,
      'Item/ClassifiedTaxCategory[TaxScheme/ID=VAT]/ID',
    ],
    [
      'BT-152',
      'Item VAT rate',
      'vat.rate',
      `${SETTLEMENT}/ApplicableTradeTax[TypeCode=VAT]/RateApplicablePercent`,
      'Item/ClassifiedTaxCategory[TaxScheme/ID=VAT]/Percent',
      'number',
    ],
    ['BT-153', 'Item name', 'name', `${PRODUCT}/Name`, 'Item/Name'],
    ['BT-154', 'Item description', 'description', `${PRODUCT}/Description`, 'Item/Description'],
    [
      'BT-155',
      'Item seller identifier',
      'sellerItemId',
      `${PRODUCT}/SellerAssignedID`,
      'Item/SellersItemIdentification/ID',
    ],
    [
      'BT-156',
      'Item buyer identifier',
      'buyerItemId',
      `${PRODUCT}/BuyerAssignedID`,
      'Item/BuyersItemIdentification/ID',
    ],
    [
      'BT-157',
      'Item standard identifier',
      'standardItemId',
      `${PRODUCT}/GlobalID`,
      'Item/StandardItemIdentification/ID',
      'scheme',
    ],
    [
      'BT-159',
      'Item country of origin',
      'originCountry',
      `${PRODUCT}/OriginTradeCountry/ID`,
      'Item/OriginCountry/IdentificationCode',
    ],
  ),
  [
    group(
      ['BG-26', 'Line period', 'period', `${SETTLEMENT}/BillingSpecifiedPeriod`, 'InvoicePeriod'],
      rows(
        [
          'BT-134',
          'Line period start date',
          'start',
          'StartDateTime/DateTimeString[@format=102]',
          'StartDate',
          'date',
        ],
        [
          'BT-135',
          'Line period end date',
          'end',
          'EndDateTime/DateTimeString[@format=102]',
          'EndDate',
          'date',
        ],
      ),
    ),
    ...LINE_CHANGES,
    manyOf(
      [
        'BG-32',
        'Item attribute',
        'attributes',
        `${PRODUCT}/ApplicableProductCharacteristic`,
        'Item/AdditionalItemProperty',
      ],
      rows(
        ['BT-160', 'Item attribute name', 'name', 'Description', 'Name'],
        ['BT-161', 'Item attribute value', 'value', 'Value', 'Value'],
      ),
    ),
    manyOf(
      [
        'BT-158-00',
        'Item classification',
        'classifications',
        `${PRODUCT}/DesignatedProductClassification`,
        'Item/CommodityClassification',
      ],
      rows([
        'BT-158',
        'Item classification identifier',
        'code',
        'ClassCode',
        'ItemClassificationCode',
        'list',
      ]),
    ),
  ],
);
