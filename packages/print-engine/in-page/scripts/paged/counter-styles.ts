import { readRules } from '../css-rules.ts';
import { listSheets } from '../style-sheets.ts';
import { CSS_STRING, readCssString } from './content-items.ts';
import {
  additive,
  alphabetic,
  type CounterStyle,
  cyclic,
  fixed,
  numeric,
  type Range,
  symbolic,
  toStyle,
} from './counter-systems.ts';
import { formatCounter } from './format-counter.ts';
import { PREDEFINED } from './predefined-styles.ts';

/** A style that extends itself is decimal. */
const MAX_EXTENSIONS = 8;

/** Writes numbers in counter styles: those of the document's `@counter-style` rules, and predefined ones. */
export class CounterStyles {
  readonly #rules = new Map<string, CSSCounterStyleRule>();
  readonly #styles = new Map(PREDEFINED);

  /** @param roots a style of a shadow tree counts in the whole document */
  constructor(roots: readonly (Document | ShadowRoot)[]) {
    const add = (owner: CSSStyleSheet | CSSRule): void => {
      for (const rule of readRules(owner))
        if (rule instanceof CSSCounterStyleRule) this.#rules.set(rule.name, rule);
        else add(rule);
    };
    for (const sheet of roots.toReversed().flatMap((root) => listSheets(root))) add(sheet);
    for (const [name, rule] of this.#rules) this.#styles.set(name, this.#read(rule, 0));
  }

  /** Returns whether the document defines the style. */
  has(name: string): boolean {
    return this.#rules.has(name);
  }

  format(value: number, name: string): string {
    return formatCounter(value, name, (style) => this.#styles.get(style));
  }

  #read(rule: CSSCounterStyleRule, extensions: number): CounterStyle {
    const [before, after = ''] = splitTokens(rule.negative);
    const [length, symbol = ''] = splitTokens(rule.pad);
    const base = this.#readSystem(rule, extensions);
    return {
      ...base,
      ...(before !== undefined && base.negative !== null && { negative: [before, after] }),
      ...(length !== undefined && { pad: [Number(length), symbol] }),
      ...(rule.fallback !== '' && { fallback: rule.fallback }),
      ...(rule.range !== '' && rule.range !== 'auto' && { ranges: rule.range.split(',').map(toRange) }),
    };
  }

  #readSystem(rule: CSSCounterStyleRule, extensions: number): CounterStyle {
    const [system = '', argument = ''] = rule.system.split(' ');
    if (system === 'extends') {
      const extended = extensions < MAX_EXTENSIONS ? this.#rules.get(argument) : undefined;
      if (extended !== undefined && extended !== rule) return this.#read(extended, extensions + 1);
      return PREDEFINED.get(argument) ?? toStyle(numeric(Array.from('0123456789')));
    }
    const symbols = splitTokens(rule.symbols);
    if (system === 'additive') return toStyle(additive(toPairs(splitTokens(rule.additiveSymbols))));
    if (system === 'cyclic') return toStyle(cyclic(symbols));
    if (system === 'fixed') return toStyle(fixed(symbols, Number(argument || 1)));
    if (system === 'numeric') return toStyle(numeric(symbols));
    return toStyle(system === 'alphabetic' ? alphabetic(symbols) : symbolic(symbols));
  }
}

/** @param list weights, each followed by its symbol, as Chromium writes it */
function toPairs(list: readonly string[]): [weight: number, symbol: string][] {
  const pairs: [number, string][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([Number(list[at]), list[at + 1] ?? '']);
  return pairs;
}

function toRange(part: string): Range {
  const [low, high] = part.trim().split(/\s+/);
  return [low === 'infinite' ? -Infinity : Number(low), high === 'infinite' ? Infinity : Number(high)];
}

/** The work is bounded: Chromium closes each string. */
const TOKEN = new RegExp(String.raw`${CSS_STRING}|[^\s"',]+`, 'g');

/** Splits a list of strings, identifiers and numbers. */
const splitTokens = (list: string): string[] =>
  (list.match(TOKEN) ?? []).map((token) => readCssString(token) ?? token);
