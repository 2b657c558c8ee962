import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** In the projects of `npm run test:long`. `npm test` has one of each kind. */
    thorough: boolean;
  }
}

export const IS_THOROUGH = inject('thorough');

/** One of a kind of which `npm test` has another. */
export const variation: (name: string, run: () => Promise<void>) => void = IS_THOROUGH ? test : () => {};

/** In `npm test` about `count` of them, from the first to the last. */
export const typical = <Case>(cases: readonly Case[], count: number): readonly Case[] =>
  IS_THOROUGH ? cases : cases.filter((_case, index) => index % Math.ceil(cases.length / count) === 0);
