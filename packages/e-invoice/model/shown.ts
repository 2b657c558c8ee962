import type { Meter } from '@platen/meter';
import {
  add,
  divideAndRound,
  format,
  HUNDRED,
  isZero,
  multiply,
  parseDecimal,
  subtract,
  ZERO,
} from '../decimal.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { Group, Value } from './group.ts';

/** The values that the pages of an invoice must show, as `PrintedInvoice` of `@platen/pdf` has them. */
export interface ShownInvoice {
  readonly values: readonly ShownValue[];
  readonly lines: readonly ShownLine[];
}

export interface ShownValue {
  /** The field of the data, or the XPath. */
  readonly field: string;
  readonly term: string;
  readonly kind: 'text' | 'code' | 'date' | 'month' | 'number';
  readonly value: string;
  /** The pages may show all of these numbers instead. */
  readonly parts?: readonly string[];
}

export interface ShownLine {
  readonly name: ShownValue;
  readonly numbers: readonly ShownValue[];
  /** Other numbers of the line, and texts that may have some. */
  readonly others: readonly string[];
}

type Kind = ShownValue['kind'];

const VALUES: readonly (readonly [term: string, kind: Kind])[] = [
  ['BT-1', 'code'],
  ['BT-2', 'date'],
  ['BT-7', 'date'],
  ['BT-9', 'date'],
  ['BT-72', 'date'],
  ['BT-73', 'month'],
  ['BT-74', 'month'],
  ['BT-27', 'text'],
  ['BT-44', 'text'],
  ['BT-84', 'code'],
];

/** The totals, and the terms whose sum each is. Pages may show the parts of a sum. */
const TOTALS: readonly (readonly [term: string, parts: string | null])[] = [
  ['BT-106', null],
  ['BT-107', 'BT-92'],
  ['BT-108', 'BT-99'],
  ['BT-109', null],
  ['BT-110', 'BT-117'],
  ['BT-111', null],
  ['BT-112', null],
  ['BT-113', null],
  ['BT-114', null],
  ['BT-115', null],
];

/** A page may leave these out if they are zero. */
const SHOWN_AT_ZERO = new Set(['BT-112', 'BT-115']);

/** Longer texts of a line are cut, because only their numbers count. */
const MAX_TEXT = 200;

/** The values of a line, and what is computed of them. */
const LINE_WORK = 3_000;

/** A term is looked for in a group. */
const SEARCH_WORK = 100;

export async function listShown(document: Group, meter: Meter): Promise<ShownInvoice> {
  const groups = [...document.groups].reduce(
    (count, [name, { length }]) => (name === 'BG-25' ? count : count + length),
    1,
  );
  const values = await mapInTurns(VALUES, meter, SEARCH_WORK * groups, ([term, kind]) =>
    valuesOf(document, term).map((value) => toShown(value, term, kind)),
  );
  const totals = await mapInTurns(TOTALS, meter, 2 * SEARCH_WORK * groups, ([term, partsTerm]) =>
    totalsOf(document, term, partsTerm),
  );
  const lines = await mapInTurns(document.groupsOf('BG-25'), meter, LINE_WORK, toLine);
  return {
    values: [...values.flat().filter(({ value }) => value !== ''), ...totals.flat()],
    lines: lines.filter((line) => line !== null),
  };
}

function totalsOf(document: Group, term: string, partsTerm: string | null): ShownValue[] {
  const parts = partsTerm === null ? [] : valuesOf(document, partsTerm).map(({ text }) => text.trim());
  return valuesOf(document, term)
    .filter(({ text }) => SHOWN_AT_ZERO.has(term) || !isZeroText(text))
    .map((value) => ({
      ...toShown(value, term, 'number'),
      parts: parts.filter((part) => !isZeroText(part)),
    }));
}

function toLine(line: Group, index: number): ShownLine | null {
  const [name] = valuesOf(line, 'BT-153');
  if (name === undefined || name.text.trim() === '') return null;
  const numbers = ['BT-129', 'BT-131'].flatMap((term) =>
    valuesOf(line, term)
      .filter(({ text }) => !isZeroText(text))
      .map((value) => toShown(value, term, 'number')),
  );
  return {
    name: toShown(name, 'BT-153', 'text'),
    numbers,
    others: [String(index + 1), ...computed(line), ...otherTexts(line)],
  };
}

/** Returns amounts that pages show beside those of the invoice: with VAT, and before allowances and charges. */
function computed(line: Group): string[] {
  const decimal = (term: string) => parseDecimal(valuesOf(line, term)[0]?.text.trim() ?? '') ?? ZERO;
  const [net, price, quantity, rate] = ['BT-131', 'BT-146', 'BT-129', 'BT-152'].map(decimal);
  const vatOf = (amount = ZERO) => divideAndRound(multiply(amount, rate ?? ZERO), HUNDRED, 2);
  const gross =
    valuesOf(line, 'BT-148')[0] === undefined ? [] : [multiply(quantity ?? ZERO, decimal('BT-148'))];
  const whole = multiply(quantity ?? ZERO, price ?? ZERO);
  const amounts = [
    vatOf(net),
    add(net ?? ZERO, vatOf(net)),
    vatOf(price),
    add(price ?? ZERO, vatOf(price)),
    whole,
    subtract(whole, net ?? ZERO),
    ...gross,
  ];
  // A page shows the net amount once, also if another amount is the same.
  return amounts.filter((amount) => !isZero(subtract(amount, net ?? ZERO))).map((amount) => format(amount));
}

const OWN = new Set(['BT-153', 'BT-129', 'BT-131']);

function otherTexts(group: Group): string[] {
  const own = [...group.values]
    .filter(([term]) => !OWN.has(term))
    .flatMap(([, values]) => values.map(({ text }) => text))
    .filter((text) => /\d/.test(text))
    .map((text) => text.slice(0, MAX_TEXT));
  return [...own, ...[...group.groups.values()].flat().flatMap(otherTexts)];
}

/** Returns the values of a term in a group and in those inside it, but not in lines. */
function valuesOf(group: Group, term: string): Value[] {
  const inner = [...group.groups].flatMap(([name, groups]) => (name === 'BG-25' ? [] : groups));
  return [...(group.values.get(term) ?? []), ...inner.flatMap((one) => valuesOf(one, term))];
}

function isZeroText(text: string): boolean {
  const value = parseDecimal(text.trim());
  return value === null ? text.trim() === '' : isZero(value);
}

const toShown = ({ text, place }: Value, term: string, kind: Kind): ShownValue => ({
  field: place(),
  term,
  kind,
  value: text.trim(),
});
