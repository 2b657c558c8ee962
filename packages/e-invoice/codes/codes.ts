import { CODE_TEXTS } from './codes.generated.ts';

export type CodeList = keyof typeof CODE_TEXTS;

const sets = new Map<CodeList, ReadonlySet<string>>();

/** A code list of EN 16931. It becomes a set when a rule first asks for it. */
export function codesOf(list: CodeList): ReadonlySet<string> {
  let set = sets.get(list);
  if (set === undefined) {
    set = new Set(CODE_TEXTS[list].split(' '));
    sets.set(list, set);
  }
  return set;
}
