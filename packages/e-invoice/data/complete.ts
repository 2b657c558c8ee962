import {
  add,
  compare,
  divideAndRound,
  format,
  HUNDRED,
  multiply,
  ONE,
  parseDecimal,
  round,
  subtract,
  sum,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { InvoiceProblem } from '../problem.ts';
import type { InvoiceData } from './schema.ts';

type Line = NonNullable<InvoiceData['lines']>[number];
type Change = NonNullable<InvoiceData['charges']>[number];
type VatPart = NonNullable<InvoiceData['vatBreakdown']>[number];
type Given = string | number | null | undefined;

const decimalOf = (given: Given): Decimal | null =>
  given === null || given === undefined ? null : parseDecimal(String(given));

const money = (value: Decimal): string => format(value, 2);

/** The data with what was left out: identifiers, amounts and totals. A total that is given and differs is a problem. */
export function completeData(data: InvoiceData): { data: InvoiceData; problems: readonly InvoiceProblem[] } {
  const completer = new Completer();
  return { data: completer.complete(data), problems: completer.problems };
}

class Completer {
  readonly problems: InvoiceProblem[] = [];

  complete(data: InvoiceData): InvoiceData {
    const lines = (data.lines ?? []).map((line, index) => this.completeLine(line, index));
    const allowances = this.completeChanges(data.allowances, 'allowances', ['BR-CO-11', 'BT-92']);
    const charges = this.completeChanges(data.charges, 'charges', ['BR-CO-12', 'BT-99']);
    const filled = { ...data, typeCode: data.typeCode ?? '380', lines, allowances, charges };
    const vatBreakdown = this.breakDown(filled);
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
      allowances,
      charges,
    };
    const net = netAmountOf(filled);
    if (net === null) return filled;
    const said = `the quantity ${String(line.quantity)} and the price ${String(line.netPrice)} with allowances and charges make`;
    this.compare(
      line.netAmount,
      net,
      { rule: 'PEPPOL-EN16931-R120', field: `${path}.netAmount`, term: 'BT-131' },
      said,
    );
    return { ...filled, netAmount: money(net) };
  }

  /** An amount that is left out is the percentage of the base amount. */
  private completeChanges<T extends Change>(
    changes: readonly T[] | null | undefined,
    path: string,
    [rule, term]: readonly [string, string],
  ): T[] {
    return (changes ?? []).map((change, index) => {
      const [base, percent] = [decimalOf(change.baseAmount), decimalOf(change.percent)];
      if (base === null || percent === null) return change;
      const amount = divideAndRound(multiply(base, percent), HUNDRED, 2);
      const said = `${String(change.percent)} % of ${String(change.baseAmount)} are`;
      this.compare(change.amount, amount, { rule, field: `${path}[${index}].amount`, term }, said);
      return { ...change, amount: money(amount) };
    });
  }

  /** One part for each category and rate, in the order of the lines. */
  private breakDown(data: InvoiceData): VatPart[] {
    const parts = new Map<string, { category: string; rate: Decimal | null; base: Decimal }>();
    const put = (vat: Line['vat'], amount: Decimal): void => {
      const [category, rate] = [vat?.category ?? '', decimalOf(vat?.rate)];
      const key = keyOf(category, rate);
      const part = parts.get(key) ?? { category, rate, base: ZERO };
      parts.set(key, { ...part, base: add(part.base, amount) });
    };
    for (const line of data.lines ?? []) put(line.vat, decimalOf(line.netAmount) ?? ZERO);
    for (const charge of data.charges ?? []) put(charge.vat, decimalOf(charge.amount) ?? ZERO);
    for (const one of data.allowances ?? []) put(one.vat, subtract(ZERO, decimalOf(one.amount) ?? ZERO));
    const given = new Map(
      (data.vatBreakdown ?? []).map((part, index) => [
        keyOf(part.category ?? '', decimalOf(part.rate)),
        { part, index },
      ]),
    );
    const made = [...parts].map(([key, { category, rate, base }]) => {
      const found = given.get(key);
      given.delete(key);
      return this.completePart(category, rate, base, found?.part, found?.index ?? null);
    });
    // A part that no line has is left as it is: a rule says what is wrong with it.
    return [...made, ...[...given.values()].map(({ part }) => part)];
  }

  private completePart(
    category: string,
    rate: Decimal | null,
    base: Decimal,
    given: VatPart | undefined,
    index: number | null,
  ): VatPart {
    const amount = divideAndRound(multiply(base, rate ?? ZERO), HUNDRED, 2);
    const path = `vatBreakdown[${index ?? 0}]`;
    this.compare(
      given?.base,
      base,
      { rule: `BR-${ruleOf(category)}-08`, field: `${path}.base`, term: 'BT-116' },
      'the lines, charges and allowances of this category and rate make',
    );
    const vatRule = { rule: 'BR-CO-17', field: `${path}.amount`, term: 'BT-117' };
    this.compare(
      given?.amount,
      amount,
      vatRule,
      `${rate === null ? '0' : format(rate)} % of ${money(base)} are`,
    );
    // Without a category there is nothing to say of the rate.
    return {
      ...given,
      category,
      rate: rate === null ? null : format(rate),
      base: money(base),
      amount: money(amount),
    };
  }

  private totals(data: InvoiceData, parts: readonly VatPart[]): NonNullable<InvoiceData['totals']> {
    const given = data.totals ?? {};
    const amounts = (of: readonly { amount?: Given }[] | null | undefined): Decimal =>
      sum((of ?? []).map(({ amount }) => decimalOf(amount) ?? ZERO));
    const lines = sum((data.lines ?? []).map(({ netAmount }) => decimalOf(netAmount) ?? ZERO));
    const [allowances, charges, vat] = [amounts(data.allowances), amounts(data.charges), amounts(parts)];
    const withoutVat = subtract(add(lines, charges), allowances);
    const withVat = add(withoutVat, vat);
    const [paid, rounding] = [decimalOf(given.paid) ?? ZERO, decimalOf(given.rounding) ?? ZERO];
    const payable = round(add(subtract(withVat, paid), rounding), 2);
    const check = (
      name: keyof typeof given,
      total: Decimal,
      rule: string,
      term: string,
      said: string,
    ): void => this.compare(given[name], total, { rule, field: `totals.${name}`, term }, said);
    check('lines', lines, 'BR-CO-10', 'BT-106', 'the net amounts of the lines make');
    check('allowances', allowances, 'BR-CO-11', 'BT-107', 'the allowances on the document make');
    check('charges', charges, 'BR-CO-12', 'BT-108', 'the charges on the document make');
    check(
      'withoutVat',
      withoutVat,
      'BR-CO-13',
      'BT-109',
      `${money(lines)} - ${money(allowances)} + ${money(charges)} make`,
    );
    check('vat', vat, 'BR-CO-14', 'BT-110', 'the VAT amounts of the breakdown make');
    check(
      'withVat',
      withVat,
      'BR-CO-15',
      'BT-112',
      `the total without VAT ${money(withoutVat)} and the VAT ${money(vat)} make`,
    );
    check(
      'payable',
      payable,
      'BR-CO-16',
      'BT-115',
      `${money(withVat)} - ${money(paid)} paid + ${money(rounding)} rounding make`,
    );
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

  private compare(given: Given, made: Decimal, where: Omit<InvoiceProblem, 'message'>, said: string): void {
    const value = decimalOf(given);
    if (value === null || compare(value, made) === 0) return;
    this.problems.push({
      ...where,
      message: `${where.field} is ${String(given)}, and ${said} ${money(made)}.`,
    });
  }
}

const keyOf = (category: string, rate: Decimal | null): string =>
  `${category} ${rate === null ? '' : format(divideAndRound(rate, ONE, 15))}`;

/** The names of VAT categories in the names of rules. */
const ruleOf = (category: string): string => ({ K: 'IC', L: 'AF', M: 'AG' })[category] ?? category;

function netAmountOf(line: Line): Decimal | null {
  const [quantity, price] = [decimalOf(line.quantity), decimalOf(line.netPrice)];
  if (quantity === null || price === null) return null;
  const base = decimalOf(line.baseQuantity) ?? ONE;
  const changes = (of: Line['charges']): Decimal =>
    sum((of ?? []).map(({ amount }) => decimalOf(amount) ?? ZERO));
  const product = divideAndRound(multiply(quantity, price), base.digits === 0n ? ONE : base, 2);
  return subtract(add(product, changes(line.charges)), changes(line.allowances));
}
