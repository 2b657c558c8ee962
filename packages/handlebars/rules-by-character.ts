import type { Lexer } from './official-compiler.ts';

/** A rule that starts with one literal character. Other rules are always tried. */
const FIRST_CHARACTER = /^\^\(\?:(?:\\([^\w\s])|([\w"'@=]))(?![?*{])/;

/** With alternatives at its top level, a rule can start in more than one way. */
const ALTERNATIVES = /\|/;

/** By the lexer's condition and the next character. The rules never change, so one cache serves all. */
const lists = new Map<string, readonly number[]>();

/**
 * Returns the lexer rules that can match next, in their order. The lexer tries rules one by one: a name takes
 * 35 attempts, and lexing is half the cost of a small template. The next character excludes most rules.
 */
export function findRules({ conditionStack, conditions, rules, _input: rest }: Lexer): readonly number[] {
  const condition = conditionStack.at(-1) ?? 'INITIAL';
  const next = rest.charAt(0);
  // One list for all of Unicode beyond ASCII: more lists would not be faster.
  const key = condition + (next < '\u0080' ? next : '\u0080');
  let list = lists.get(key);
  if (list === undefined) {
    list = (conditions[condition]?.rules ?? []).filter((rule) => mayMatch(rules[rule]?.source ?? '', next));
    lists.set(key, list);
  }
  return list;
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
