import { group, rows, type Term, type TermGroup } from './table.ts';

/** The terms of an address, in the order of `ADDRESS`. */
type AddressTerms = readonly [string, string, string, string, string, string, string];

const ADDRESS = [
  ['address line 1', 'line1', 'LineOne', 'StreetName'],
  ['address line 2', 'line2', 'LineTwo', 'AdditionalStreetName'],
  ['address line 3', 'line3', 'LineThree', 'AddressLine/Line'],
  ['city', 'city', 'CityName', 'CityName'],
  ['post code', 'postCode', 'PostcodeCode', 'PostalZone'],
  ['country subdivision', 'subdivision', 'CountrySubDivisionName', 'CountrySubentity'],
  ['country code', 'country', 'CountryID', 'Country/IdentificationCode'],
] as const;

const address = (
  of: string,
  term: string,
  terms: AddressTerms,
  cii = 'PostalTradeAddress',
  ubl = 'PostalAddress',
): TermGroup =>
  group(
    [term, `${of} postal address`, 'address', cii, ubl],
    ADDRESS.map(([name, data, ciiPath, ublPath], index): Term => ({
      term: terms[index] ?? '',
      name: `${of} ${name}`,
      data,
      cii: ciiPath,
      ubl: ublPath,
      kind: 'text',
    })),
  );

const contact = (of: string, term: string, terms: readonly [string, string, string]): TermGroup =>
  group(
    [term, `${of} contact`, 'contact', 'DefinedTradeContact', 'Contact'],
    rows(
      [terms[0], `${of} contact point`, 'name', 'PersonName | DepartmentName', 'Name'],
      [
        terms[1],
        `${of} contact telephone number`,
        'phone',
        'TelephoneUniversalCommunication/CompleteNumber',
        'Telephone',
      ],
      [
        terms[2],
        `${of} contact email address`,
        'email',
        'EmailURIUniversalCommunication/URIID',
        'ElectronicMail',
      ],
    ),
  );

const VAT_ID = [
  'SpecifiedTaxRegistration[ID/@schemeID=VA]/ID',
  'PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID',
] as const;
const IDENTIFIER = ['ID | GlobalID', 'PartyIdentification+[ID/@schemeID!=SEPA]/ID'] as const;
const LEGAL_ID = ['SpecifiedLegalOrganization/ID', 'PartyLegalEntity/CompanyID'] as const;

export const SELLER = group(
  [
    'BG-4',
    'Seller',
    'seller',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty',
    'AccountingSupplierParty/Party',
  ],
  rows(
    ['BT-27', 'Seller name', 'name', 'Name', 'PartyLegalEntity/RegistrationName'],
    [
      'BT-28',
      'Seller trading name',
      'tradingName',
      'SpecifiedLegalOrganization/TradingBusinessName',
      'PartyName/Name',
    ],
    ['BT-29', 'Seller identifier', 'id', ...IDENTIFIER, 'scheme'],
    ['BT-30', 'Seller legal registration identifier', 'registrationId', ...LEGAL_ID, 'scheme'],
    ['BT-31', 'Seller VAT identifier', 'vatId', ...VAT_ID],
    [
      'BT-32',
      'Seller tax registration identifier',
      'taxNumber',
      'SpecifiedTaxRegistration[ID/@schemeID=FC]/ID',
      'PartyTaxScheme[TaxScheme/ID!=VAT][TaxScheme/ID:=TAX]/CompanyID',
    ],
    [
      'BT-33',
      'Seller additional legal information',
      'legalInformation',
      'Description',
      'PartyLegalEntity/CompanyLegalForm',
    ],
    [
      'BT-34',
      'Seller electronic address',
      'electronicAddress',
      'URIUniversalCommunication/URIID',
      'EndpointID',
      'scheme',
    ],
  ),
  [
    address('Seller', 'BG-5', ['BT-35', 'BT-36', 'BT-162', 'BT-37', 'BT-38', 'BT-39', 'BT-40']),
    contact('Seller', 'BG-6', ['BT-41', 'BT-42', 'BT-43']),
  ],
);

export const BUYER = group(
  [
    'BG-7',
    'Buyer',
    'buyer',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty',
    'AccountingCustomerParty/Party',
  ],
  rows(
    ['BT-44', 'Buyer name', 'name', 'Name', 'PartyLegalEntity/RegistrationName'],
    [
      'BT-45',
      'Buyer trading name',
      'tradingName',
      'SpecifiedLegalOrganization/TradingBusinessName',
      'PartyName/Name',
    ],
    ['BT-46', 'Buyer identifier', 'id', ...IDENTIFIER, 'scheme'],
    ['BT-47', 'Buyer legal registration identifier', 'registrationId', ...LEGAL_ID, 'scheme'],
    ['BT-48', 'Buyer VAT identifier', 'vatId', ...VAT_ID],
    [
      'BT-49',
      'Buyer electronic address',
      'electronicAddress',
      'URIUniversalCommunication/URIID',
      'EndpointID',
      'scheme',
    ],
  ),
  [
    address('Buyer', 'BG-8', ['BT-50', 'BT-51', 'BT-163', 'BT-52', 'BT-53', 'BT-54', 'BT-55']),
    contact('Buyer', 'BG-9', ['BT-56', 'BT-57', 'BT-58']),
  ],
);

export const PAYEE = group(
  [
    'BG-10',
    'Payee',
    'payee',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/PayeeTradeParty',
    'PayeeParty',
  ],
  rows(
    ['BT-59', 'Payee name', 'name', 'Name', 'PartyName/Name'],
    ['BT-60', 'Payee identifier', 'id', ...IDENTIFIER, 'scheme'],
    ['BT-61', 'Payee legal registration identifier', 'registrationId', ...LEGAL_ID, 'scheme'],
  ),
);

export const TAX_REPRESENTATIVE = group(
  [
    'BG-11',
    'Seller tax representative party',
    'taxRepresentative',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTaxRepresentativeTradeParty',
    'TaxRepresentativeParty',
  ],
  rows(
    ['BT-62', 'Seller tax representative name', 'name', 'Name', 'PartyName/Name'],
    ['BT-63', 'Seller tax representative VAT identifier', 'vatId', ...VAT_ID],
  ),
  [address('Tax representative', 'BG-12', ['BT-64', 'BT-65', 'BT-164', 'BT-66', 'BT-67', 'BT-68', 'BT-69'])],
);

export const DELIVERY = group(
  [
    'BG-13',
    'Delivery information',
    'delivery',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery',
    'Delivery',
  ],
  rows(
    ['BT-70', 'Deliver to party name', 'name', 'ShipToTradeParty/Name', 'DeliveryParty/PartyName/Name'],
    [
      'BT-71',
      'Deliver to location identifier',
      'locationId',
      'ShipToTradeParty/ID | ShipToTradeParty/GlobalID',
      'DeliveryLocation/ID',
      'scheme',
    ],
    [
      'BT-72',
      'Actual delivery date',
      'date',
      'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString[@format=102]',
      'ActualDeliveryDate',
      'date',
    ],
  ),
  [
    address(
      'Deliver to',
      'BG-15',
      ['BT-75', 'BT-76', 'BT-165', 'BT-77', 'BT-78', 'BT-79', 'BT-80'],
      'ShipToTradeParty/PostalTradeAddress',
      'DeliveryLocation/Address',
    ),
  ],
);
