import type { Lexer } from './official-compiler.ts';

/** A rule that starts with one literal character. Other rules are always tried. */
const FIRST_CHARACTER = /^\^\(\?:(?:\\([^\w\s])|([\w"'@=]))(?![?*{])/;

/** With alternatives at its top level, a rule can start in more than one way. */
const ALTERNATIVES = /\|/;

/** By the lexer's condition and the code of the next character. The rules never change, so one cache serves all. */
const lists: Record<string, (readonly number[] | undefined)[]> = {};

/** One list for all of Unicode beyond ASCII: more lists would not be faster. */
const BEYOND_ASCII = 0x80;
const NO_CHARACTER = BEYOND_ASCII + 1;

/**
 * Returns the lexer rules that can match next, in their order. The lexer tries rules one by one: a name takes
 * 35 attempts, and lexing is half the cost of a small template. The next character excludes most rules.
 */
export function findRules({ conditionStack, conditions, rules, _input: rest }: Lexer): readonly number[] {
  const condition = conditionStack.at(-1) ?? 'INITIAL';
  const code = rest === '' ? NO_CHARACTER : Math.min(rest.charCodeAt(0), BEYOND_ASCII);
  const known = (lists[condition] ??= []);
  return (known[code] ??= (conditions[condition]?.rules ?? []).filter((rule) =>
    mayMatch(rules[rule]?.source ?? '', rest.charAt(0)),
  ));
}

function mayMatch(source: string, next: string): boolean {
  const [, escaped, plain] = FIRST_CHARACTER.exec(source) ?? [];
  const first = escaped ?? plain;
  return first === undefined || next === '' || ALTERNATIVES.test(topLevel(source)) || first === next;
}

/**
 * A rule without its groups, classes and escapes: `^(?:a|b)` is top level, the group in `^(?:a(b|c))` is not. The text is
 * bounded: it is a rule of the official lexer.
 */
function topLevel(source: string): string {
  let text = source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  text = /^\^\(\?:(.*)\)$/s.exec(text)?.[1] ?? text;
  for (;;) {
    const flat = text.replaceAll(/\([^()]*\)/g, '');
    if (flat === text) return flat;
    text = flat;
  }
}
