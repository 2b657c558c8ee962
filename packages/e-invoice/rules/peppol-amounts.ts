import {
  absolute,
  add,
  compare,
  divideAndRound,
  format,
  HUNDRED,
  isZero,
  money,
  multiply,
  ONE,
  round,
  subtract,
  sum,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { nameOf, type Rule } from './rule.ts';

/** The difference that Peppol allows. */
const SLACK: Decimal = { digits: 2n, scale: 2 };
const isNear = (left: Decimal, right: Decimal): boolean =>
  compare(absolute(subtract(left, right)), SLACK) <= 0;

const CHANGES = [
  ['BG-20', 'BT-92', 'BT-93', 'BT-94'],
  ['BG-21', 'BT-99', 'BT-100', 'BT-101'],
  ['BG-27', 'BT-136', 'BT-137', 'BT-138'],
  ['BG-28', 'BT-141', 'BT-142', 'BT-143'],
] as const;

const CHANGE_RULES: readonly Rule[] = CHANGES.flatMap(([each, amount, base, percent]) => [
  together('PEPPOL-EN16931-R041', each, base, percent),
  together('PEPPOL-EN16931-R042', each, percent, base),
  {
    id: 'PEPPOL-EN16931-R040',
    each,
    term: amount,
    fault: (change: Group) => {
      const [of, rate] = [change.decimal(base), change.decimal(percent)];
      if (of === null || rate === null) return null;
      const made = divideAndRound(multiply(of, rate), HUNDRED, 6);
      return isNear(change.decimal(amount) ?? ZERO, made)
        ? null
        : `${nameOf(amount)} is ${change.text(amount) ?? 'missing'}, and ${format(rate)} % of ${format(of)} are ${money(round(made, 2))}.`;
    },
  },
]);

/** A rule that a term is there, if another one is. */
function together(id: string, each: string, term: string, other: string): Rule {
  return {
    id,
    each,
    term,
    fault: (group) =>
      group.has(other) && !group.has(term)
        ? `${nameOf(term)} is missing, and there is a ${nameOf(other)}.`
        : null,
  };
}

function lineFault(line: Group): string | null {
  const [net, quantity, price] = [
    line.decimal('BT-131') ?? ZERO,
    line.decimal('BT-129') ?? ONE,
    line.decimal('BT-146') ?? ZERO,
  ];
  const given = line.decimal('BT-149') ?? ONE;
  const amounts = (group: string, term: string): Decimal =>
    sum(line.groupsOf(group).map((one) => one.decimal(term) ?? ZERO));
  const product = divideAndRound(multiply(quantity, price), isZero(given) ? ONE : given, 6);
  const made = subtract(add(product, amounts('BG-28', 'BT-141')), amounts('BG-27', 'BT-136'));
  return isNear(net, made)
    ? null
    : `${nameOf('BT-131')} is ${money(net)}, and quantity, price, allowances and charges make ${money(round(made, 2))}.`;
}

export const PEPPOL_AMOUNTS: readonly Rule[] = [
  ...CHANGE_RULES,
  { id: 'PEPPOL-EN16931-R120', each: 'BG-25', term: 'BT-131', fault: lineFault },
];
