import { expect } from 'vitest';
import type { Answer } from '../answer.ts';
import type { HungUp } from './timed.ts';

/** Neither costs a credit: a print that fails is free, and so is each preview. */
export interface Attack {
  /** Prints a document that is never finished. The client hangs up. */
  readonly endless: (afterMs: number) => Promise<HungUp>;
  /** Prints a small document. */
  readonly small: () => Promise<Answer>;
}

/** A workspace that loses page time again and again prints one at a time, also if it hangs up, and the error says why. */
export async function expectOneAtATime({ endless, small }: Attack): Promise<void> {
  expect((await small()).status).toBe(200);
  // Three pages at once: at least 30 seconds.
  await Promise.all(Array.from({ length: 4 }, () => endless(14_000)));
  const both = await Promise.all(Array.from({ length: 2 }, () => endless(6_000)));
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([499, 503]));
  const refused = both.find(({ status }) => status === 503);
  expect(refused?.text).toContain('"PRINTS_LIMITED"');
  expect(refused?.text).toMatch(
    /ran into their time limit.+Until .+Z, the workspace prints one PDF at a time/,
  );
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await small()).status).toBe(200);
}
