import { nameOf, type Rule } from './rule.ts';

/** A rule that a term is there and not empty, or that a group is there. */
const RULES: readonly (readonly [id: string, each: string, term: string])[] = [
  ['BR-01', 'BG-0', 'BT-24'],
  ['BR-02', 'BG-0', 'BT-1'],
  ['BR-03', 'BG-0', 'BT-2'],
  ['BR-04', 'BG-0', 'BT-3'],
  ['BR-05', 'BG-0', 'BT-5'],
  ['BR-08', 'BG-4', 'BG-5'],
  ['BR-10', 'BG-7', 'BG-8'],
  ['BR-16', 'BG-0', 'BG-25'],
];

export const PRESENCE: readonly Rule[] = RULES.map(([id, each, term]): Rule => ({
  id,
  each,
  term,
  fault: (group) => {
    const isThere = term.startsWith('BG') ? group.group(term) !== null : group.isFilled(term);
    return isThere ? null : `${nameOf(group, term)} is missing.`;
  },
}));
