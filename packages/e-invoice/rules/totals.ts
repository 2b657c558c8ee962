import { roundHalfUp, sum, ZERO, type Decimal } from '../decimal.ts';
import type { Group } from '../model/group.ts';

/** The sums of an invoice. Each is computed once, because XML may have many groups that are compared with it. */
export class Totals {
  private readonly document: Group;
  private readonly sums = new Map<string, Decimal>();

  constructor(document: Group) {
    this.document = document;
  }

  /** Returns the sum of a term in all groups, such as the net amounts of the lines. */
  sum(groups: string, term: string): Decimal {
    const amounts = (): Decimal[] => this.document.groupsOf(groups).map((one) => one.decimal(term) ?? ZERO);
    const made = this.sums.get(term) ?? roundHalfUp(sum(amounts()), 2);
    this.sums.set(term, made);
    return made;
  }
}
