import { group, manyOf, rows } from './table.ts';

const PAYMENT_MEANS =
  'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementPaymentMeans';

export const PAYMENT = manyOf(
  ['BG-16', 'Payment instructions', 'payment', PAYMENT_MEANS, 'PaymentMeans'],
  rows(
    ['BT-81', 'Payment means type code', 'meansCode', 'TypeCode', 'PaymentMeansCode'],
    ['BT-82', 'Payment means text', 'meansText', 'Information', 'PaymentMeansCode/@name'],
    [
      'BT-86',
      'Payment service provider identifier',
      'bic',
      'PayeeSpecifiedCreditorFinancialInstitution/BICID',
      'PayeeFinancialAccount/FinancialInstitutionBranch/ID',
    ],
    [
      'BT-91',
      'Debited account identifier',
      'debitedAccount',
      'PayerPartyDebtorFinancialAccount/IBANID',
      'PaymentMandate/PayerFinancialAccount/ID',
    ],
  ),
  [
    group(
      ['BG-17', 'Credit transfer', null, 'PayeePartyCreditorFinancialAccount', 'PayeeFinancialAccount'],
      rows(
        ['BT-84', 'Payment account identifier', 'iban', 'IBANID | ProprietaryID', 'ID'],
        ['BT-85', 'Payment account name', 'accountName', 'AccountName', 'Name'],
      ),
    ),
    group(
      [
        'BG-18',
        'Payment card information',
        null,
        'ApplicableTradeSettlementFinancialCard',
        'CardAccount[NetworkID:=NA]',
      ],
      rows(
        ['BT-87', 'Payment card primary account number', 'cardNumber', 'ID', 'PrimaryAccountNumberID'],
        ['BT-88', 'Payment card holder name', 'cardHolder', 'CardholderName', 'HolderName'],
      ),
    ),
  ],
);
