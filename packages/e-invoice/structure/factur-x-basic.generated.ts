/** Written by `npm run tool -- e-invoice-tables`. Facts of the XML schema of Factur-X 1.08, ZUGFeRD 2.4, profile BASIC. */
import type { StructureTable } from './structure.ts';

export const FACTUR_X_BASIC: StructureTable = {
  "namespaces": {
    "rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
    "udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"
  },
  "roots": {
    "rsm:CrossIndustryInvoice": "CrossIndustryInvoiceType"
  },
  "types": {
    "AmountType": "=decimal @currencyID",
    "CreditorFinancialAccountType": "ram:IBANID? IDType, ram:ProprietaryID? IDType",
    "CrossIndustryInvoiceType": "rsm:ExchangedDocumentContext ExchangedDocumentContextType, rsm:ExchangedDocument ExchangedDocumentType, rsm:SupplyChainTradeTransaction SupplyChainTradeTransactionType",
    "DateTimeStringType": "=string @format!",
    "DateTimeType": "udt:DateTimeString DateTimeStringType",
    "DebtorFinancialAccountType": "ram:IBANID IDType",
    "DocumentCodeType": "=string",
    "DocumentContextParameterType": "ram:ID IDType",
    "DocumentLineDocumentType": "ram:LineID IDType, ram:IncludedNote? NoteType",
    "ExchangedDocumentContextType": "ram:BusinessProcessSpecifiedDocumentContextParameter? DocumentContextParameterType, ram:GuidelineSpecifiedDocumentContextParameter DocumentContextParameterType",
    "ExchangedDocumentType": "ram:ID IDType, ram:TypeCode DocumentCodeType, ram:IssueDateTime DateTimeType, ram:IncludedNote* NoteType",
    "FormattedDateTimeType": "qdt:DateTimeString DateTimeStringType",
    "HeaderTradeAgreementType": "ram:BuyerReference? DocumentCodeType, ram:SellerTradeParty TradePartyType, ram:BuyerTradeParty TradePartyType, ram:SellerTaxRepresentativeTradeParty? TradePartyType, ram:BuyerOrderReferencedDocument? ReferencedDocumentType, ram:ContractReferencedDocument? ReferencedDocumentType",
    "HeaderTradeDeliveryType": "ram:ShipToTradeParty? TradePartyType, ram:ActualDeliverySupplyChainEvent? SupplyChainEventType, ram:DespatchAdviceReferencedDocument? ReferencedDocumentType",
    "HeaderTradeSettlementType": "ram:CreditorReferenceID? IDType, ram:PaymentReference? DocumentCodeType, ram:TaxCurrencyCode? DocumentCodeType, ram:InvoiceCurrencyCode DocumentCodeType, ram:PayeeTradeParty? TradePartyType, ram:SpecifiedTradeSettlementPaymentMeans* TradeSettlementPaymentMeansType, ram:ApplicableTradeTax+ TradeTaxType, ram:BillingSpecifiedPeriod? SpecifiedPeriodType, ram:SpecifiedTradeAllowanceCharge* TradeAllowanceChargeType, ram:SpecifiedTradePaymentTerms? TradePaymentTermsType, ram:SpecifiedTradeSettlementHeaderMonetarySummation TradeSettlementHeaderMonetarySummationType, ram:InvoiceReferencedDocument* ReferencedDocumentType, ram:ReceivableSpecifiedTradeAccountingAccount? TradeAccountingAccountType",
    "IDType": "=string @schemeID",
    "IndicatorType": "udt:Indicator xs:boolean",
    "LegalOrganizationType": "ram:ID? IDType, ram:TradingBusinessName? DocumentCodeType",
    "LineTradeAgreementType": "ram:GrossPriceProductTradePrice? TradePriceType, ram:NetPriceProductTradePrice TradePriceType",
    "LineTradeDeliveryType": "ram:BilledQuantity QuantityType",
    "LineTradeSettlementType": "ram:ApplicableTradeTax TradeTaxType, ram:BillingSpecifiedPeriod? SpecifiedPeriodType, ram:SpecifiedTradeAllowanceCharge* TradeAllowanceChargeType, ram:SpecifiedTradeSettlementLineMonetarySummation TradeSettlementLineMonetarySummationType",
    "NoteType": "ram:Content DocumentCodeType, ram:SubjectCode? DocumentCodeType",
    "PercentType": "=decimal",
    "QuantityType": "=decimal @unitCode",
    "ReferencedDocumentType": "ram:IssuerAssignedID IDType, ram:FormattedIssueDateTime? FormattedDateTimeType",
    "SpecifiedPeriodType": "ram:StartDateTime? DateTimeType, ram:EndDateTime? DateTimeType",
    "SupplyChainEventType": "ram:OccurrenceDateTime DateTimeType",
    "SupplyChainTradeLineItemType": "ram:AssociatedDocumentLineDocument DocumentLineDocumentType, ram:SpecifiedTradeProduct TradeProductType, ram:SpecifiedLineTradeAgreement LineTradeAgreementType, ram:SpecifiedLineTradeDelivery LineTradeDeliveryType, ram:SpecifiedLineTradeSettlement LineTradeSettlementType",
    "SupplyChainTradeTransactionType": "ram:IncludedSupplyChainTradeLineItem+ SupplyChainTradeLineItemType, ram:ApplicableHeaderTradeAgreement HeaderTradeAgreementType, ram:ApplicableHeaderTradeDelivery HeaderTradeDeliveryType, ram:ApplicableHeaderTradeSettlement HeaderTradeSettlementType",
    "TaxRegistrationType": "ram:ID IDType",
    "TradeAccountingAccountType": "ram:ID IDType",
    "TradeAddressType": "ram:PostcodeCode? DocumentCodeType, ram:LineOne? DocumentCodeType, ram:LineTwo? DocumentCodeType, ram:LineThree? DocumentCodeType, ram:CityName? DocumentCodeType, ram:CountryID DocumentCodeType, ram:CountrySubDivisionName? DocumentCodeType",
    "TradeAllowanceChargeType": "ram:ChargeIndicator IndicatorType, ram:CalculationPercent? PercentType, ram:BasisAmount? AmountType, ram:ActualAmount AmountType, ram:ReasonCode? DocumentCodeType, ram:Reason? DocumentCodeType, ram:CategoryTradeTax? TradeTaxType",
    "TradePartyType": "ram:ID* IDType, ram:GlobalID* IDType, ram:Name? DocumentCodeType, ram:SpecifiedLegalOrganization? LegalOrganizationType, ram:PostalTradeAddress? TradeAddressType, ram:URIUniversalCommunication? UniversalCommunicationType, ram:SpecifiedTaxRegistration?2 TaxRegistrationType",
    "TradePaymentTermsType": "ram:Description? DocumentCodeType, ram:DueDateDateTime? DateTimeType, ram:DirectDebitMandateID? IDType",
    "TradePriceType": "ram:ChargeAmount AmountType, ram:BasisQuantity? QuantityType, ram:AppliedTradeAllowanceCharge? TradeAllowanceChargeType",
    "TradeProductType": "ram:GlobalID? IDType, ram:Name DocumentCodeType",
    "TradeSettlementHeaderMonetarySummationType": "ram:LineTotalAmount AmountType, ram:ChargeTotalAmount? AmountType, ram:AllowanceTotalAmount? AmountType, ram:TaxBasisTotalAmount AmountType, ram:TaxTotalAmount?2 AmountType, ram:GrandTotalAmount AmountType, ram:TotalPrepaidAmount? AmountType, ram:DuePayableAmount AmountType",
    "TradeSettlementLineMonetarySummationType": "ram:LineTotalAmount AmountType",
    "TradeSettlementPaymentMeansType": "ram:TypeCode DocumentCodeType, ram:PayerPartyDebtorFinancialAccount? DebtorFinancialAccountType, ram:PayeePartyCreditorFinancialAccount? CreditorFinancialAccountType",
    "TradeTaxType": "ram:CalculatedAmount? AmountType, ram:TypeCode DocumentCodeType, ram:ExemptionReason? DocumentCodeType, ram:BasisAmount? AmountType, ram:CategoryCode DocumentCodeType, ram:ExemptionReasonCode? DocumentCodeType, ram:DueDateTypeCode? DocumentCodeType, ram:RateApplicablePercent? PercentType",
    "UniversalCommunicationType": "ram:URIID IDType",
    "xs:boolean": "=boolean"
  }
};
