/** A template of an attacker, and how it must end. Data is built when it is needed: some of it is megabytes. */
export interface HostileTemplate {
  readonly name: string;
  readonly template: () => string;
  readonly data?: () => unknown;
  /** The output, its length, or a pattern for the error's message. */
  readonly ends: string | { readonly chars: number } | RegExp;
}

export const STEPS = /takes more than 1,000,000 steps/;
export const OUTPUT = /produces more than 10,000,000 characters/;
export const DEPTH = /calls blocks and partials more than 120 deep/;
export const NESTING = /nests blocks and subexpressions more than 100 deep/;
export const TOKENS = /has more than 50,000 tokens/;
export const PRINT_DEPTH = /prints arrays or objects nested more than 100 deep/;

export const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
export const thousand = () => ({ b: numbers(1000) });
export const millionTimes = (body: string) => `{{#each b}}{{#each @root.b}}${body}{{/each}}{{/each}}`;
export const keyed = (count: number) => Object.fromEntries(numbers(count).map((i) => [`k${i}`, i]));
export const inlines = (count: number, body: (i: number) => string) =>
  numbers(count)
    .map((i) => `{{#*inline "p${i}"}}${body(i)}{{/inline}}`)
    .join('');

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = wrap(null);
  for (let i = 1; i < levels; i++) value = wrap(value);
  return value;
}
export const nestedArrays = (levels: number) => nested(levels, (inner) => (inner === null ? [] : [inner]));
export const nestedObjects = (levels: number) => nested(levels, (inner) => ({ a: inner }));
