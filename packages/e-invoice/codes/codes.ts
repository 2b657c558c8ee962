import { CODE_TEXTS } from './codes.generated.ts';
import { FACTUR_X_TEXTS } from './factur-x.generated.ts';

export { FACTUR_X_TEXTS };

export type CodeList = keyof typeof CODE_TEXTS;

export type FacturXRelease = keyof typeof FACTUR_X_TEXTS;

/** The newest comes first. */
export const FACTUR_X_RELEASES = ['1.09.2', '1.08'] as const satisfies readonly FacturXRelease[];

const sets = new Map<string, ReadonlySet<string>>();

/** Returns a code list of EN 16931, or that of a release of Factur-X, if it has one of its own. Makes the set when a rule first needs it. */
export function codesOf(list: CodeList, release: FacturXRelease | null = null): ReadonlySet<string> {
  const key = `${list} ${release}`;
  let set = sets.get(key);
  if (set === undefined) {
    const own: Partial<Record<CodeList, string>> = release === null ? {} : FACTUR_X_TEXTS[release];
    set = new Set((own[list] ?? CODE_TEXTS[list]).split(' '));
    sets.set(key, set);
  }
  return set;
}

/** The types that Peppol has for credit notes. UBL has another root element for them. */
export const CREDIT_NOTES: ReadonlySet<string> = new Set(['81', '83', '381', '396', '532']);
