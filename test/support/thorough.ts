import { inject, test } from 'vitest';

/** The tests of a run: the short ones, the long ones, or all. */
export type Extent = 'short' | 'long' | 'all';

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm test` is short and has one of each kind, `npm run test:long` has the others, `.ci/run` has all. */
    extent: Extent;
  }
}

const extent = inject('extent');

export const IS_THOROUGH = extent !== 'short';

/** Marks tests of a file that `npm run test:long` runs: those that do more there, and those that it alone has. */
export const LONG = { tags: ['long'] };

/** One of a kind of which `npm test` has another. */
export const variation = (name: string, run: () => unknown): void => {
  if (IS_THOROUGH) test(name, LONG, run);
};

/** In `npm test` about `count` of them, from the first to the last, and in `npm run test:long` the others. */
export function typical<const Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (extent === 'all') return cases;
  const isTypical = (index: number): boolean => index % Math.ceil(cases.length / count) === 0;
  return cases.filter((_case, index) => isTypical(index) === (extent === 'short'));
}
