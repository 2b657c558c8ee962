import { isDate } from '../model/values.ts';
import { DOCUMENT } from '../terms/document.ts';
import type { TermGroup } from '../terms/table.ts';
import { nameOf, type Rule } from './rule.ts';

const rulesOf = (group: TermGroup): Rule[] => [
  ...group.terms
    .filter(({ kind }) => kind === 'date')
    .map(({ term }): Rule => ({
      id: 'XSD',
      each: group.term,
      term,
      fault: (one) => {
        const text = one.trimmed(term);
        return !one.has(term) || isDate(text)
          ? null
          : `${nameOf(term)} is "${text.slice(0, 40)}". It must be a date of the calendar.`;
      },
    })),
  ...group.groups.flatMap(rulesOf),
];

/** Rules that dates are in the calendar. CII writes dates as text, so its schema does not check them. */
export const DATES: readonly Rule[] = rulesOf(DOCUMENT);
