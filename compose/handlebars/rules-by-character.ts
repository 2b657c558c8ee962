import type { Lexer } from './official-compiler.ts';

/** A rule that starts with one literal character. Other rules are always tried. */
const FIRST_CHARACTER = /^\^\(\?:(?:\\([^\w\s])|([\w"'@=]))(?![?*{])/;

/** With alternatives at its top level, a rule can start in more than one way. */
const ALTERNATIVES = /\|/;

/**
 * Lists of rules by the lexer's condition and the next character. They follow from the official lexer's rules
 * alone, so one cache serves all templates.
 */
const lists = new Map<string, readonly number[]>();

/**
 * Returns the indices of the lexer rules that can match next.
 *
 * The lexer tries its rules in order, each as a regular expression at the start of the remaining source. A name
 * takes 35 attempts, and lexing is half the cost of a small template. Most rules start with a certain character,
 * so the next character excludes all others. The remaining rules are tried in the same order, with the same result.
 */
export function findRules({ conditionStack, conditions, rules, _input: rest }: Lexer): readonly number[] {
  const condition = conditionStack.at(-1) ?? 'INITIAL';
  const next = rest.charAt(0);
  // One list for all of Unicode beyond ASCII: more of them would not be faster.
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

/** A rule without its groups, classes and escapes: `^(?:a|b)` is top level, the group in `^(?:a(b|c))` is not. */
function topLevel(source: string): string {
  let text = source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  text = /^\^\(\?:(.*)\)$/s.exec(text)?.[1] ?? text;
  for (;;) {
    const flat = text.replaceAll(/\([^()]*\)/g, '');
    if (flat === text) return flat;
    text = flat;
  }
}
