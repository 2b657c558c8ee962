import { CODE_TEXTS } from './codes.generated.ts';

export type CodeList = keyof typeof CODE_TEXTS;

/** The code lists of EN 16931. A list becomes a set when a rule first asks for it. */
export const CODES: Readonly<Record<CodeList, ReadonlySet<string>>> = new Proxy(
  {} as Record<CodeList, ReadonlySet<string>>,
  {
    get: (sets, name: CodeList) => (sets[name] ??= new Set(CODE_TEXTS[name].split(' '))),
  },
);
