/** A VAT category, and what its rules want. */
export interface Category {
  readonly code: string;
  /** The part of `BR-IC-08` that names the category. */
  readonly rules: string;
  readonly name: string;
  /** Identifiers of the seller: one of them is required. */
  readonly seller: readonly string[];
  /** Identifiers of the buyer: one of them is required, if the list is not empty. */
  readonly buyer: readonly string[];
  readonly rate: 'above zero' | 'not negative' | 'zero' | 'none';
  readonly exemption: 'needed' | 'forbidden';
}

const ANY_SELLER = ['BT-31', 'BT-32', 'BT-63'];
const VAT_SELLER = ['BT-31', 'BT-63'];

export const CATEGORIES: readonly Category[] = [
  {
    code: 'S',
    rules: 'S',
    name: 'Standard rate',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'above zero',
    exemption: 'forbidden',
  },
  {
    code: 'Z',
    rules: 'Z',
    name: 'Zero rate',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'forbidden',
  },
  {
    code: 'E',
    rules: 'E',
    name: 'Exempt from VAT',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'AE',
    rules: 'AE',
    name: 'Reverse charge',
    seller: ANY_SELLER,
    buyer: ['BT-48', 'BT-47'],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'K',
    rules: 'IC',
    name: 'Intra-community supply',
    seller: VAT_SELLER,
    buyer: ['BT-48'],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'G',
    rules: 'G',
    name: 'Export outside the EU',
    seller: VAT_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'O',
    rules: 'O',
    name: 'Not subject to VAT',
    seller: [],
    buyer: [],
    rate: 'none',
    exemption: 'needed',
  },
  {
    code: 'L',
    rules: 'AF',
    name: 'IGIC of the Canary Islands',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'not negative',
    exemption: 'forbidden',
  },
  {
    code: 'M',
    rules: 'AG',
    name: 'IPSI of Ceuta and Melilla',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'not negative',
    exemption: 'forbidden',
  },
];

/** Returns whether the VAT breakdown has an entry for each rate of the category. Other categories have one entry. */
export const hasRates = ({ rate }: Category): boolean => rate === 'above zero' || rate === 'not negative';
