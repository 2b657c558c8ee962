import { vi } from 'vitest';

/** Ends a test whose condition never holds. No test depends on its length. */
const NEVER_MS = 60_000;

/** Waits until `condition` throws no error, and returns its result. */
export const eventually = <Result>(condition: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(condition, { timeout: NEVER_MS, interval: 20 });
