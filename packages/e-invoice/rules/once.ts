import type { Group } from '../model/group.ts';
import { DOCUMENT } from '../terms/document.ts';
import type { TermGroup } from '../terms/table.ts';
import { nameOf, type Rule } from './rule.ts';

/** The terms that may be in several elements of UBL. The totals have other rules. */
const SEVERAL = new Set(['BT-8', 'BT-9', 'BT-29', 'BT-83', 'BT-89', 'BT-90', 'BT-110', 'BT-111']);

const once = (each: string, term: string, count: (group: Group) => number): Rule => ({
  id: 'UBL-SR',
  each,
  term,
  fault: (group, { invoice }) => {
    const times = invoice.syntax === 'ubl' ? count(group) : 1;
    return times <= 1 ? null : `${nameOf(term)} is there ${times} times. It may be there once.`;
  },
});

const rulesOf = ({ term: each, terms, groups }: TermGroup): Rule[] => [
  ...terms
    .filter(({ term }) => !SEVERAL.has(term))
    .map(({ term }) => once(each, term, (group) => group.values.get(term)?.length ?? 0)),
  ...groups
    .filter(({ many }) => !many)
    .map(({ term }) => once(each, term, (group) => group.groupsOf(term).length)),
  ...groups.flatMap(rulesOf),
];

/** Rules that UBL has no term more often than EN 16931 allows. For CII, the schema of Factur-X has these rules. */
export const ONCE: readonly Rule[] = rulesOf(DOCUMENT);
