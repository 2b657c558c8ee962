import { CODE_TEXTS } from './codes.generated.ts';

export type CodeList = keyof typeof CODE_TEXTS;

const sets = new Map<CodeList, ReadonlySet<string>>();

/** Returns a code list of EN 16931. Makes the set when a rule first needs it. */
export function codesOf(list: CodeList): ReadonlySet<string> {
  let set = sets.get(list);
  if (set === undefined) {
    set = new Set(CODE_TEXTS[list].split(' '));
    sets.set(list, set);
  }
  return set;
}

/** The types that Peppol has for credit notes. UBL has another root element for them. */
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['81', '83', '381', '396', '532']);
