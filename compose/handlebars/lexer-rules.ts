import type { Lexer } from './official-compiler.ts';

/** The first thing that a rule wants: one literal character, not optional. Anything else is not judged. */
const FIRST_CHARACTER = /^\^\(\?:(?:\\([^\w\s])|([\w"'@=]))(?![?*{])/;

/** An alternative at the top level of a rule could begin differently. */
const ALTERNATIVES = /\|/;

/**
 * The lexer tries its rules in order, each a regular expression at the start of what is left; a name takes 35
 * attempts, and lexing is half the cost of a small template. Most rules begin with one certain character, so
 * all others of the list can be left out by looking at the next character. What is left is tried in the same
 * order, with the same result.
 */
export class RulesByCharacter {
  readonly #lexer: Lexer;
  readonly #lists = new Map<string, number[]>();

  constructor(lexer: Lexer) {
    this.#lexer = lexer;
  }

  /** Indices of the rules that may match what is left. */
  current(): readonly number[] {
    const { conditionStack, conditions, _input: rest } = this.#lexer;
    const condition = conditionStack.at(-1) ?? 'INITIAL';
    const next = rest.charAt(0);
    // Lists for all of Unicode would be no faster than one for what is not ASCII.
    const key = condition + (next < '\u0080' ? next : '\u0080');
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = (conditions[condition]?.rules ?? []).filter((rule) => this.#mayMatch(rule, next));
      this.#lists.set(key, list);
    }
    return list;
  }

  #mayMatch(rule: number, next: string): boolean {
    const source = this.#lexer.rules[rule]?.source ?? '';
    const [, escaped, plain] = FIRST_CHARACTER.exec(source) ?? [];
    const first = escaped ?? plain;
    return first === undefined || next === '' || ALTERNATIVES.test(topLevel(source)) || first === next;
  }
}

/** A rule without its groups, classes and escapes: `^(?:a|b)` counts as top level, `^(?:a(b|c))` does not. */
function topLevel(source: string): string {
  let text = source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  const inner = /^\^\(\?:(.*)\)$/s.exec(text)?.[1] ?? text;
  text = inner;
  for (;;) {
    const flat = text.replaceAll(/\([^()]*\)/g, '');
    if (flat === text) return flat;
    text = flat;
  }
}
