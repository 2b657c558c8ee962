/** A counter style (css-counter-styles-3). */
export interface CounterStyle {
  /** Writes a value in the range, without its sign. Returns null if it has no form. */
  readonly write: (value: number) => string | null;
  readonly ranges: readonly Range[];
  /** The texts before and after a negative value. It is null if the style writes negative values as they are. */
  readonly negative: readonly [before: string, after: string] | null;
  /** The least number of characters, and the symbol that fills them up. */
  readonly pad: readonly [length: number, symbol: string];
  /** The style for values that this one cannot write. */
  readonly fallback: string;
}

export type Range = readonly [low: number, high: number];

/** A number that needs more symbols is written in another style (css-counter-styles-3, 2), and so is a longer text. */
export const MAX_SYMBOLS = 120;
export const MAX_COUNTER_CHARACTERS = 1_000;

type System = Pick<CounterStyle, 'write' | 'ranges' | 'negative'>;

const MINUS = ['-', ''] as const;
const ALL: readonly Range[] = [[-Infinity, Infinity]];
const FROM_1: readonly Range[] = [[1, Infinity]];

export const toStyle = (system: System, changes: Partial<CounterStyle> = {}): CounterStyle => ({
  ...system,
  pad: [0, ''],
  fallback: 'decimal',
  ...changes,
});

export const numeric = (symbols: readonly string[]): System => ({
  write: (value) => writePlaces(value, symbols, 0),
  ranges: ALL,
  negative: MINUS,
});

export const alphabetic = (symbols: readonly string[]): System => ({
  write: (value) => writePlaces(value, symbols, 1),
  ranges: FROM_1,
  negative: MINUS,
});

export const cyclic = (symbols: readonly string[]): System => ({
  write: (value) => symbols.at((value - 1) % symbols.length) ?? null,
  ranges: ALL,
  negative: null,
});

/** @param first the value of the first symbol */
export const fixed = (symbols: readonly string[], first: number): System => ({
  write: (value) => symbols[value - first] ?? null,
  ranges: ALL,
  negative: null,
});

export const symbolic = (symbols: readonly string[]): System => ({
  write: (value) => {
    const count = Math.ceil(value / symbols.length);
    return count > MAX_SYMBOLS ? null : (symbols[(value - 1) % symbols.length] ?? '').repeat(count);
  },
  ranges: FROM_1,
  negative: MINUS,
});

/** @param pairs weights in descending order, with their symbols */
export const additive = (pairs: readonly (readonly [weight: number, symbol: string])[]): System => ({
  write: (value) => writeAdditive(value, pairs),
  ranges: [[0, Infinity]],
  negative: MINUS,
});

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

function writeAdditive(
  value: number,
  pairs: readonly (readonly [weight: number, symbol: string])[],
): string | null {
  if (value === 0) return pairs.find(([weight]) => weight === 0)?.[1] ?? null;
  let [rest, text, symbols] = [value, '', 0];
  for (const [weight, symbol] of pairs) {
    const count = weight > 0 ? Math.floor(rest / weight) : 0;
    symbols += count;
    if (symbols > MAX_SYMBOLS) return null;
    text += symbol.repeat(count);
    rest -= count * weight;
  }
  return rest === 0 ? text : null;
}
