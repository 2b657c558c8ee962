import { compare, parseDecimal, ZERO } from '../decimal.ts';
import type { XmlElement } from '../xml/element.ts';
import { trimXml } from '../xml/text.ts';
import { all, child, type XmlRule } from './xml-rule.ts';

const rule = (id: string, names: XmlRule['names'], fault: XmlRule['fault']): XmlRule => ({
  id,
  only: 'xrechnung',
  names,
  fault,
});

const textOf = (element: XmlElement | undefined): string => trimXml(element?.text ?? '');

const indicatorOf = (element: XmlElement): string => {
  const indicator = child(element, 'ChargeIndicator');
  return textOf(indicator && child(indicator, 'Indicator'));
};

const isAboveZero = (text: string): boolean => {
  const value = parseDecimal(trimXml(text));
  return value !== null && compare(value, ZERO) > 0;
};

const PEPPOL = 'PEPPOL-EN16931';

const indicatorRule = (id: string, name: string): XmlRule =>
  rule(id, [name], (element) =>
    ['true', 'false'].includes(indicatorOf(element))
      ? null
      : 'The indicator of an allowance or a charge must be "true" or "false".',
  );

/** Finds the VAT totals in the currency of the invoice, or in others. */
function vatTotals(settlement: XmlElement, isOfInvoice: boolean): XmlElement[] {
  const currency = textOf(child(settlement, 'InvoiceCurrencyCode'));
  return all(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation')
    .flatMap((sums) => all(sums, 'TaxTotalAmount'))
    .filter((one) => {
      const own = one.attribute('currencyID');
      return own !== null && (own === currency) === isOfInvoice;
    });
}

const SETTLEMENT = ['ApplicableHeaderTradeSettlement'];

/** The rules of KoSIT's Schematron for elements of CII that are no business term, or may be there twice. */
export const KOSIT: readonly XmlRule[] = [
  rule(`${PEPPOL}-R008`, null, (element) =>
    element.children.length > 0 ||
    trimXml(element.text) !== '' ||
    element.name === 'ApplicableHeaderTradeDelivery'
      ? null
      : `${element.name} is empty.`,
  ),
  indicatorRule(`${PEPPOL}-R043-1`, 'SpecifiedTradeAllowanceCharge'),
  indicatorRule(`${PEPPOL}-R043-2`, 'AppliedTradeAllowanceCharge'),
  rule(`${PEPPOL}-R044`, ['GrossPriceProductTradePrice'], (price) => {
    const changes = all(price, 'AppliedTradeAllowanceCharge');
    const hasAmount = changes.some((one) => child(one, 'ActualAmount') !== undefined);
    return !hasAmount || changes.some((one) => indicatorOf(one) === 'false')
      ? null
      : 'A price may have a discount, and no charge.';
  }),
  rule(`${PEPPOL}-R053`, SETTLEMENT, (settlement) =>
    vatTotals(settlement, true).length <= 1
      ? null
      : 'There may be one VAT total in the currency of the invoice.',
  ),
  rule(`${PEPPOL}-R054`, SETTLEMENT, (settlement) =>
    vatTotals(settlement, false).length === (child(settlement, 'TaxCurrencyCode') === undefined ? 0 : 1)
      ? null
      : 'There must be one VAT total in the VAT accounting currency, if there is such a currency.',
  ),
  rule(`${PEPPOL}-R101`, ['IncludedSupplyChainTradeLineItem'], (line) => {
    const documents = all(line, 'SpecifiedLineTradeSettlement').flatMap((one) =>
      all(one, 'AdditionalReferencedDocument'),
    );
    return documents.length === 0 || documents.some((one) => child(one, 'TypeCode')?.text === '130')
      ? null
      : 'A document of a line must have the type 130 (an invoiced object).';
  }),
  rule(`${PEPPOL}-R121`, ['GrossPriceProductTradePrice'], (price) => {
    const quantity = child(price, 'BasisQuantity');
    return quantity === undefined || isAboveZero(quantity.text)
      ? null
      : 'The base quantity of a price must be above zero.';
  }),
  rule(`${PEPPOL}-R130`, ['GrossPriceProductTradePrice'], (price) => {
    const unit = child(price, 'BasisQuantity')?.attribute('unitCode') ?? null;
    const line = price.parent?.parent ?? null;
    const delivery = line === null ? undefined : child(line, 'SpecifiedLineTradeDelivery');
    const billed = delivery && child(delivery, 'BilledQuantity');
    return unit === null || unit === billed?.attribute('unitCode')
      ? null
      : 'The unit of the base quantity must be the unit of the quantity (BT-130).';
  }),
  rule('BR-TMP-3', ['SpecifiedLineTradeAgreement'], (agreement) => {
    const [gross, net] = ['GrossPriceProductTradePrice', 'NetPriceProductTradePrice'].map((name) => {
      const price = child(agreement, name);
      return price && child(price, 'BasisQuantity');
    });
    if (gross === undefined || net === undefined) return null;
    const [one, other] = [gross.attribute('unitCode'), net.attribute('unitCode')];
    return gross.text === net.text && (one === null || other === null || one === other)
      ? null
      : 'The base quantities of the gross price and of the net price must be the same.';
  }),
];
