import { DOCUMENT } from '../terms/document.ts';
import type { TermGroup } from '../terms/table.ts';
import { nameOf, type Rule } from './rule.ts';

/** In UBL these may be in several elements; for the totals there are other rules. */
const SEVERAL = new Set(['BT-8', 'BT-9', 'BT-29', 'BT-83', 'BT-89', 'BT-90', 'BT-110', 'BT-111']);

const once = (each: string, term: string, count: Rule['fault']): Rule => ({
  id: 'UBL-SR',
  each,
  term,
  fault: count,
});

const rulesOf = (group: TermGroup): Rule[] => [
  ...group.terms
    .filter(({ term }) => !SEVERAL.has(term))
    .map(({ term }) =>
      once(group.term, term, (one, { invoice }) => {
        const count = one.values.get(term)?.length ?? 0;
        return count <= 1 || invoice.syntax !== 'ubl'
          ? null
          : `${nameOf(group.term, term)} is there ${count} times. It may be there once.`;
      }),
    ),
  ...group.groups
    .filter(({ many }) => !many)
    .map(({ term }) =>
      once(group.term, term, (one, { invoice }) => {
        const count = one.groupsOf(term).length;
        return count <= 1 || invoice.syntax !== 'ubl'
          ? null
          : `${nameOf(group.term, term)} is there ${count} times. It may be there once.`;
      }),
    ),
  ...group.groups.flatMap(rulesOf),
];

/** UBL allows more than EN 16931 does. The schema of Factur-X says it for CII. */
export const ONCE: readonly Rule[] = rulesOf(DOCUMENT);
