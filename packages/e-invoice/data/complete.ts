import type { Meter } from '@platen/meter';
import {
  absolute,
  add,
  compare,
  divideAndRound,
  equals,
  format,
  HUNDRED,
  isZero,
  money,
  multiply,
  negate,
  ONE,
  parseDecimal,
  round,
  subtract,
  sum,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { InvoiceProblem } from '../problem.ts';
import { CATEGORIES } from '../rules/categories.ts';
import { rateKey } from '../rules/vat-use.ts';
import type { InvoiceData } from './schema.ts';

type Line = NonNullable<InvoiceData['lines']>[number];
type Change = NonNullable<InvoiceData['charges']>[number];
type VatEntry = NonNullable<InvoiceData['vatBreakdown']>[number];
type Totals = NonNullable<InvoiceData['totals']>;
type Given = string | number | null | undefined;

/** The sum of the lines, charges and allowances of a VAT category and rate. */
interface VatBase {
  readonly category: string;
  readonly rate: Decimal | null;
  readonly base: Decimal;
}

/** The rules of CEN add in binary numbers, whose error grows with each amount. Up to this, half a cent holds the errors of 600 amounts. */
const MOST: Decimal = { digits: 9_999_999_999_999n, scale: 2 };

interface GivenEntry {
  readonly entry: VatEntry;
  readonly index: number;
}

type Where = readonly [rule: string, field: string, term: string];

const decimalOf = (given: Given): Decimal | null =>
  given === null || given === undefined ? null : parseDecimal(String(given));

const amountOf = (given: Given): Decimal => decimalOf(given) ?? ZERO;

const sumOf = (items: readonly { readonly amount?: Given }[] | null | undefined): Decimal =>
  sum((items ?? []).map(({ amount }) => amountOf(amount)));

/** Adds what the data leaves out: identifiers, amounts and totals. Reports an amount that is given and differs. */
export async function completeData(
  data: InvoiceData,
  meter: Meter,
): Promise<{ data: InvoiceData; problems: readonly InvoiceProblem[] }> {
  const completer = new Completer(meter);
  return { data: await completer.complete(data), problems: completer.problems };
}

/** A line is completed, or a part of the VAT breakdown is made. It takes about 10 µs, and one of its allowances and charges about 2. */
const LINE_WORK = 2_000;
const CHANGE_WORK = 400;

/** An amount is added to others. */
const AMOUNT_WORK = 500;

class Completer {
  readonly problems: InvoiceProblem[] = [];
  private readonly meter: Meter;

  constructor(meter: Meter) {
    this.meter = meter;
  }

  async complete(data: InvoiceData): Promise<InvoiceData> {
    const lines = await mapInTurns(data.lines ?? [], this.meter, LINE_WORK, (line, index) =>
      this.completeLine(line, index),
    );
    const allowances = this.completeChanges(data.allowances, 'allowances', ['BR-CO-11', 'BT-92']);
    const charges = this.completeChanges(data.charges, 'charges', ['BR-CO-12', 'BT-99']);
    const filled = { ...data, typeCode: data.typeCode ?? '380', lines, allowances, charges };
    const vatBreakdown = await this.breakDown(filled);
    return { ...filled, vatBreakdown, totals: this.totals(filled, vatBreakdown) };
  }

  private completeLine(line: Line, index: number): Line {
    const path = `lines[${index}]`;
    const allowances = this.completeChanges(line.allowances, `${path}.allowances`, ['BR-41', 'BT-136']);
    const charges = this.completeChanges(line.charges, `${path}.charges`, ['BR-43', 'BT-141']);
    const filled = {
      ...line,
      id: line.id ?? String(index + 1),
      unit: line.unit ?? 'C62',
      // A unit needs a quantity, and the price is for one piece if the data has none.
      baseQuantity: line.baseQuantity ?? (line.baseUnit == null ? null : '1'),
      allowances,
      charges,
    };
    const net = netAmountOf(filled);
    if (net === null) return filled;
    const said = `the quantity ${String(line.quantity)} and the price ${String(line.netPrice)} with allowances and charges make`;
    this.compare(line.netAmount, net, ['PEPPOL-EN16931-R120', `${path}.netAmount`, 'BT-131'], said);
    return { ...filled, netAmount: money(net) };
  }

  /** Computes an amount from the percentage and the base amount, if both are there. */
  private completeChanges<T extends Change>(
    changes: readonly T[] | null | undefined,
    path: string,
    [rule, term]: readonly [string, string],
  ): T[] {
    this.meter.charge(CHANGE_WORK * (changes?.length ?? 0));
    return (changes ?? []).map((change, index) => {
      const [base, percent] = [decimalOf(change.baseAmount), decimalOf(change.percent)];
      if (base === null || percent === null) return change;
      const amount = divideAndRound(multiply(base, percent), HUNDRED, 2);
      const said = `${String(change.percent)} % of ${String(change.baseAmount)} are`;
      this.compare(change.amount, amount, [rule, `${path}[${index}].amount`, term], said);
      return { ...change, amount: money(amount) };
    });
  }

  /** Makes one entry for each category and rate, in the order of the lines. */
  private async breakDown(data: InvoiceData): Promise<VatEntry[]> {
    const bases = new Map<string, VatBase>();
    const put = (vat: Line['vat'], amount: Decimal): void => {
      const [category, rate] = [vat?.category ?? '', decimalOf(vat?.rate)];
      const key = rateKey(category, rate);
      bases.set(key, { category, rate, base: add(bases.get(key)?.base ?? ZERO, amount) });
    };
    await mapInTurns(data.lines ?? [], this.meter, AMOUNT_WORK, ({ vat, netAmount }) =>
      put(vat, amountOf(netAmount)),
    );
    for (const { vat, amount } of data.charges ?? []) put(vat, amountOf(amount));
    for (const { vat, amount } of data.allowances ?? []) put(vat, negate(amountOf(amount)));
    const given = new Map<string, GivenEntry>();
    for (const [index, entry] of (data.vatBreakdown ?? []).entries())
      given.set(rateKey(entry.category ?? '', decimalOf(entry.rate)), { entry, index });
    const made = await mapInTurns([...bases], this.meter, LINE_WORK, ([key, base]) =>
      this.completeEntry(base, given.get(key)),
    );
    // An entry that no line has stays, and a rule says what is wrong with it.
    const others = [...given].filter(([key]) => !bases.has(key)).map(([, { entry }]) => entry);
    return [...made, ...others];
  }

  private completeEntry({ category, rate, base }: VatBase, given: GivenEntry | undefined): VatEntry {
    const amount = divideAndRound(multiply(base, rate ?? ZERO), HUNDRED, 2);
    const path = `vatBreakdown[${given?.index ?? 0}]`;
    const rules = CATEGORIES.find(({ code }) => code === category)?.rules ?? category;
    this.compare(
      given?.entry.base,
      base,
      [`BR-${rules}-08`, `${path}.base`, 'BT-116'],
      'the lines, charges and allowances of this category and rate make',
    );
    this.compare(
      given?.entry.amount,
      amount,
      ['BR-CO-17', `${path}.amount`, 'BT-117'],
      `${format(rate ?? ZERO)} % of ${money(base)} are`,
    );
    return {
      ...given?.entry,
      category,
      rate: rate === null ? null : format(rate),
      base: money(base),
      amount: money(amount),
    };
  }

  private totals(data: InvoiceData, entries: readonly VatEntry[]): Totals {
    const given = data.totals ?? {};
    const lineAmounts = (data.lines ?? []).map(({ netAmount }) => amountOf(netAmount));
    const lines = sum(lineAmounts);
    const [allowances, charges, vat] = [sumOf(data.allowances), sumOf(data.charges), sumOf(entries)];
    const withoutVat = subtract(add(lines, charges), allowances);
    const withVat = add(withoutVat, vat);
    const [paid, rounding] = [amountOf(given.paid), amountOf(given.rounding)];
    const payable = round(add(subtract(withVat, paid), rounding), 2);
    const check = (name: keyof Totals, total: Decimal, rule: string, term: string, said: string): void => {
      const field = `totals.${name}`;
      this.compare(given[name], total, [rule, field, term], said);
      this.limit([total, ...(parts[name] ?? [])], field, term);
    };
    const parts: Partial<Record<keyof Totals, readonly Decimal[]>> = {
      lines: lineAmounts,
      vat: entries.map(({ amount }) => amountOf(amount)),
    };
    check('lines', lines, 'BR-CO-10', 'BT-106', 'the net amounts of the lines make');
    check('allowances', allowances, 'BR-CO-11', 'BT-107', 'the allowances on the document make');
    check('charges', charges, 'BR-CO-12', 'BT-108', 'the charges on the document make');
    const lessAndPlus = `${money(lines)} - ${money(allowances)} + ${money(charges)} make`;
    check('withoutVat', withoutVat, 'BR-CO-13', 'BT-109', lessAndPlus);
    check('vat', vat, 'BR-CO-14', 'BT-110', 'the VAT amounts of the breakdown make');
    const both = `the total without VAT ${money(withoutVat)} and the VAT ${money(vat)} make`;
    check('withVat', withVat, 'BR-CO-15', 'BT-112', both);
    const due = `${money(withVat)} - ${money(paid)} paid + ${money(rounding)} rounding make`;
    check('payable', payable, 'BR-CO-16', 'BT-115', due);
    return {
      ...given,
      lines: money(lines),
      allowances: (data.allowances ?? []).length === 0 ? null : money(allowances),
      charges: (data.charges ?? []).length === 0 ? null : money(charges),
      withoutVat: money(withoutVat),
      vat: money(vat),
      withVat: money(withVat),
      payable: money(payable),
    };
  }

  private limit([total, ...parts]: readonly [Decimal, ...Decimal[]], field: string, term: string): void {
    const sizes = [absolute(total), sum(parts.map(absolute))];
    const size = sizes.find((one) => compare(one, MOST) > 0);
    if (size === undefined) return;
    const message = `${field} needs amounts of ${money(size)} together. Programs compute exactly up to ${money(MOST)}.`;
    this.problems.push({ rule: 'DATA', field, term, message });
  }

  private compare(given: Given, made: Decimal, [rule, field, term]: Where, said: string): void {
    const value = decimalOf(given);
    if (value === null || equals(value, made)) return;
    this.problems.push({
      rule,
      field,
      term,
      message: `${field} is ${String(given)}, and ${said} ${money(made)}.`,
    });
  }
}

function netAmountOf(line: Line): Decimal | null {
  const [quantity, price] = [decimalOf(line.quantity), decimalOf(line.netPrice)];
  if (quantity === null || price === null) return null;
  const base = decimalOf(line.baseQuantity) ?? ONE;
  const product = divideAndRound(multiply(quantity, price), isZero(base) ? ONE : base, 2);
  return subtract(add(product, sumOf(line.charges)), sumOf(line.allowances));
}
