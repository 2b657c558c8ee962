import type { Group } from '../model/group.ts';
import { nameOf, type Rule } from './rule.ts';

/**
 * The ways in which a term must be present. `there`: it may be empty. `filled`: it may not be empty. `group`: it is a group.
 * `within`: it may not be empty, if its group is there. In CII, it may not be missing without its group either.
 */
type Kind = 'filled' | 'there' | 'group' | 'within';

const RULES: readonly (readonly [id: string, each: string, path: string, kind: Kind])[] = [
  ['BR-01', 'BG-0', 'BT-24', 'filled'],
  ['BR-02', 'BG-0', 'BT-1', 'filled'],
  ['BR-03', 'BG-0', 'BT-2', 'filled'],
  ['BR-04', 'BG-0', 'BT-3', 'filled'],
  ['BR-05', 'BG-0', 'BT-5', 'filled'],
  ['BR-06', 'BG-0', 'BG-4/BT-27', 'filled'],
  ['BR-07', 'BG-0', 'BG-7/BT-44', 'filled'],
  ['BR-08', 'BG-0', 'BG-4/BG-5', 'group'],
  ['BR-09', 'BG-0', 'BG-4/BG-5/BT-40', 'within'],
  ['BR-10', 'BG-0', 'BG-7/BG-8', 'group'],
  ['BR-11', 'BG-0', 'BG-7/BG-8/BT-55', 'within'],
  ['BR-12', 'BG-22', 'BT-106', 'there'],
  ['BR-13', 'BG-22', 'BT-109', 'there'],
  ['BR-14', 'BG-22', 'BT-112', 'there'],
  ['BR-15', 'BG-22', 'BT-115', 'there'],
  ['BR-16', 'BG-0', 'BG-25', 'group'],
  ['BR-18', 'BG-11', 'BT-62', 'filled'],
  ['BR-19', 'BG-11', 'BG-12', 'group'],
  ['BR-20', 'BG-11', 'BG-12/BT-69', 'within'],
  ['BR-21', 'BG-25', 'BT-126', 'filled'],
  ['BR-22', 'BG-25', 'BT-129', 'there'],
  ['BR-23', 'BG-25', 'BT-130', 'there'],
  ['BR-24', 'BG-25', 'BT-131', 'there'],
  ['BR-25', 'BG-25', 'BT-153', 'filled'],
  ['BR-26', 'BG-25', 'BT-146', 'there'],
  ['BR-31', 'BG-20', 'BT-92', 'there'],
  ['BR-32', 'BG-20', 'BT-95', 'there'],
  ['BR-36', 'BG-21', 'BT-99', 'there'],
  ['BR-37', 'BG-21', 'BT-102', 'there'],
  ['BR-41', 'BG-27', 'BT-136', 'there'],
  ['BR-43', 'BG-28', 'BT-141', 'there'],
  ['BR-45', 'BG-23', 'BT-116', 'there'],
  ['BR-46', 'BG-23', 'BT-117', 'there'],
  ['BR-47', 'BG-23', 'BT-118', 'there'],
  ['BR-49', 'BG-16', 'BT-81', 'there'],
  ['BR-52', 'BG-24', 'BT-122', 'filled'],
  ['BR-54', 'BG-32', 'BT-160', 'there'],
  ['BR-54', 'BG-32', 'BT-161', 'there'],
  ['BR-55', 'BG-3', 'BT-25', 'filled'],
  ['BR-56', 'BG-11', 'BT-63', 'filled'],
  ['BR-57', 'BG-15', 'BT-80', 'filled'],
  ['BR-CO-04', 'BG-25', 'BT-151', 'there'],
  ['BR-CO-18', 'BG-0', 'BG-23', 'group'],
];

export const PRESENCE: readonly Rule[] = RULES.map(([id, each, path, kind]) =>
  presence(id, each, path, kind),
);

/** A rule that a term or a group is there. The path `BG-4/BT-27` leads to the term of an inner group. */
export function presence(id: string, each: string, path: string, kind: Kind): Rule {
  const steps = path.split('/');
  const term = steps.pop() ?? '';
  return {
    id,
    each,
    term,
    at: steps,
    fault: (group, { invoice }) => {
      const owner = steps.reduce<Group | null>((at, step) => at?.group(step) ?? null, group);
      if (owner === null && kind === 'within' && invoice.syntax !== 'cii') return null;
      return isPresent(owner, term, kind) ? null : `${nameOf(term)} is missing.`;
    },
  };
}

function isPresent(owner: Group | null, term: string, kind: Kind): boolean {
  if (owner === null) return false;
  if (kind === 'group') return owner.group(term) !== null;
  return kind === 'there' ? owner.has(term) : owner.isFilled(term);
}

/** A rule that at least one of several terms is there. */
const oneOf = (id: string, each: string, terms: readonly string[]): Rule => ({
  id,
  each,
  term: terms[0] ?? '',
  fault: (group) => {
    const names = terms.map((term) => nameOf(term)).join(' or ');
    return terms.some((term) => group.has(term)) ? null : `There must be ${names}.`;
  },
});

export const REASONS: readonly Rule[] = [
  oneOf('BR-33', 'BG-20', ['BT-97', 'BT-98']),
  oneOf('BR-CO-21', 'BG-20', ['BT-97', 'BT-98']),
  oneOf('BR-38', 'BG-21', ['BT-104', 'BT-105']),
  oneOf('BR-CO-22', 'BG-21', ['BT-104', 'BT-105']),
  oneOf('BR-42', 'BG-27', ['BT-139', 'BT-140']),
  oneOf('BR-CO-23', 'BG-27', ['BT-139', 'BT-140']),
  oneOf('BR-44', 'BG-28', ['BT-144', 'BT-145']),
  oneOf('BR-CO-24', 'BG-28', ['BT-144', 'BT-145']),
  oneOf('BR-CO-20', 'BG-26', ['BT-134', 'BT-135']),
];
