import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** In the projects of `npm run test:long`. `npm test` has one of each kind. */
    thorough: boolean;
  }
}

export const IS_THOROUGH = inject('thorough');

/** What `npm run test:long` runs of a file that `npm test` runs too: what does more there, and what it alone has. */
export const LONG = { tags: ['long'] };

/** One of a kind of which `npm test` has another. */
export const variation = (name: string, run: () => Promise<void>): void => {
  if (IS_THOROUGH) test(name, LONG, run);
};

/** In `npm test` about `count` of them, from the first to the last, and in `npm run test:long` the others. */
export const typical = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  cases.filter((_case, index) => (index % Math.ceil(cases.length / count) === 0) !== IS_THOROUGH);
