import { readRules } from '../css-rules.ts';
import { listSheets } from '../style-sheets.ts';
import { CSS_STRING, readCssString } from './content-parts.ts';
import { formatCounter } from './format-counter.ts';

/** Source: css-counter-styles-3, 2. The fallback may write a number that would be longer. */
const MAX_CHARACTERS = 60;
const MAX_FALLBACKS = 8;

/** Writes numbers from 0 in counter styles: those of the document's `@counter-style` rules, and predefined ones. */
export class CounterStyles {
  readonly #rules = new Map<string, CSSCounterStyleRule>();
  /** The texts of lists of symbols, which may be long, and which each number needs. */
  readonly #tokens = new Map<string, readonly string[]>();

  constructor() {
    const add = (owner: CSSStyleSheet | CSSRule): void => {
      for (const rule of readRules(owner))
        if (rule instanceof CSSCounterStyleRule) this.#rules.set(rule.name, rule);
        else add(rule);
    };
    for (const sheet of listSheets()) add(sheet);
  }

  /** Whether the document defines the style. */
  has(name: string): boolean {
    return this.#rules.has(name);
  }

  format(value: number, name: string, fallbacks = 0): string {
    const rule = this.#rules.get(name);
    if (rule === undefined || fallbacks > MAX_FALLBACKS) return formatCounter(value, name);
    const written = isInRange(value, rule) ? this.#write(value, rule, fallbacks) : null;
    if (written === null || written.length > MAX_CHARACTERS)
      return this.format(value, rule.fallback || 'decimal', fallbacks + 1);
    const [length = '0', pad = ''] = this.#split(rule.pad);
    return (
      pad.repeat(Math.min(Math.max(Number(length) - Array.from(written).length, 0), MAX_CHARACTERS)) + written
    );
  }

  /** Returns null if the number has no form in this style. */
  #write(value: number, rule: CSSCounterStyleRule, fallbacks: number): string | null {
    const [system = '', argument] = rule.system.split(' ');
    if (system === 'extends') return this.format(value, argument ?? 'decimal', fallbacks + 1);
    if (system === 'additive') return writeAdditive(value, this.#split(rule.additiveSymbols));
    const symbols = this.#split(rule.symbols);
    const count = symbols.length;
    const inCycle = symbols[(value - 1 + count) % count] ?? null;
    if (system === 'cyclic') return inCycle;
    if (system === 'fixed') return symbols[value - Number(argument ?? 1)] ?? null;
    if (system === 'numeric') return writePlaces(value, symbols, 0);
    if (value < 1) return null;
    if (system === 'alphabetic') return writePlaces(value, symbols, 1);
    return inCycle?.repeat(Math.min(Math.ceil(value / count), MAX_CHARACTERS + 1)) ?? null;
  }

  #split(list: string): readonly string[] {
    const tokens = this.#tokens.get(list) ?? splitTokens(list);
    this.#tokens.set(list, tokens);
    return tokens;
  }
}

/** @param first the value of the first symbol: 0 for digits, 1 for letters */
function writePlaces(value: number, symbols: readonly string[], first: 0 | 1): string | null {
  if (symbols.length < 2) return null;
  let text = '';
  let rest = value;
  do {
    text = (symbols[(rest - first) % symbols.length] ?? '') + text;
    rest = Math.floor((rest - first) / symbols.length);
  } while (rest > 0);
  return text;
}

/** @param pairs weights in descending order, each followed by its symbol */
function writeAdditive(value: number, pairs: readonly string[]): string | null {
  let [rest, text] = [value, ''];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const weight = Number(pairs[at]);
    const symbol = pairs[at + 1] ?? '';
    if (value === 0 && weight === 0) return symbol;
    const count = weight > 0 ? Math.floor(rest / weight) : 0;
    text += symbol.repeat(Math.min(count, MAX_CHARACTERS + 1));
    rest -= count * weight;
  }
  return rest === 0 && value > 0 ? text : null;
}

function isInRange(value: number, { range }: CSSCounterStyleRule): boolean {
  if (range === '' || range === 'auto') return true;
  return range.split(',').some((part) => {
    const [low = '', high = ''] = part.trim().split(/\s+/);
    return !(value < Number(low)) && !(value > Number(high));
  });
}

const TOKEN = new RegExp(String.raw`${CSS_STRING}|[^\s"',]+`, 'g');

/** Splits a list of strings, identifiers and numbers. */
const splitTokens = (list: string): string[] =>
  (list.match(TOKEN) ?? []).map((token) => readCssString(token) ?? token);
