/**
 * The kinds of values, and how each is written:
 * - `amount` has a currency.
 * - `date` is `2026-11-27` in data and UBL, and `20261127` in CII.
 * - `scheme` has the attribute `schemeID`. In data, the scheme is the field beside it whose name ends in `Scheme`.
 * - `list` has the attributes `listID` and `listVersionID`.
 * - `file` has the attributes `mimeCode` and `filename`.
 * - `vatPoint` is a code of UNTDID 2005 in data and UBL, and of UNTDID 2475 in CII.
 */
export type TermKind = 'text' | 'amount' | 'number' | 'date' | 'scheme' | 'list' | 'file' | 'vatPoint';

/** A business term. Its paths begin at the element of its group. `|` separates the places that a syntax has for the value. */
export interface Term {
  readonly term: string;
  readonly name: string;
  /** The field of the data. It is null if the data has none. */
  readonly data: string | null;
  readonly cii: string | null;
  readonly ubl: string | null;
  readonly kind: TermKind;
}

export interface TermGroup {
  readonly term: string;
  readonly name: string;
  readonly data: string | null;
  readonly cii: string;
  readonly ubl: string;
  readonly many: boolean;
  readonly terms: readonly Term[];
  readonly groups: readonly TermGroup[];
}

type Row = readonly [
  term: string,
  name: string,
  data: string | null,
  cii: string | null,
  ubl: string | null,
  kind?: TermKind,
];

export const rows = (...all: readonly Row[]): readonly Term[] =>
  all.map(([term, name, data, cii, ubl, kind = 'text']) => ({ term, name, data, cii, ubl, kind }));

type GroupRow = readonly [term: string, name: string, data: string | null, cii: string, ubl: string];

export const group = (
  [term, name, data, cii, ubl]: GroupRow,
  terms: readonly Term[],
  groups: readonly TermGroup[] = [],
): TermGroup => ({ term, name, data, cii, ubl, many: false, terms, groups });

export const manyOf = (...args: Parameters<typeof group>): TermGroup => ({ ...group(...args), many: true });
