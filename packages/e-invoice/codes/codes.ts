import { CODE_TEXTS } from './codes.generated.ts';
import { FACTUR_X_TEXTS } from './factur-x.generated.ts';

const TEXTS = { ...CODE_TEXTS, ...FACTUR_X_TEXTS };

export type CodeList = keyof typeof TEXTS;

const sets = new Map<CodeList, ReadonlySet<string>>();

/** Returns a code list of EN 16931, or of Factur-X. Makes the set when a rule first needs it. */
export function codesOf(list: CodeList): ReadonlySet<string> {
  let set = sets.get(list);
  if (set === undefined) {
    set = new Set(TEXTS[list].split(' '));
    sets.set(list, set);
  }
  return set;
}

/** The types that Peppol has for credit notes. UBL has another root element for them. */
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['81', '83', '381', '396', '532']);
