import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignInLine } from '../../../../worker/lib/sign-in-line.ts';

const HASH_MS = 100;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('sign-ins run one at a time, and use at most half of the time', async () => {
  const line = new SignInLine();
  let running = 0;
  let most = 0;
  const startedAt = performance.now();
  const attempts = Array.from({ length: 20 }, () =>
    line.attempt(async () => {
      most = Math.max(most, (running += 1));
      await wait(HASH_MS);
      running -= 1;
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(attempts);
  expect(most).toBe(1);
  // The last one may end before the rest that follows it.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual((2 * attempts.length - 1) * HASH_MS);
});

test('the time of one sign-in grows with those that wait, and the others are refused at once', async () => {
  const line = new SignInLine();
  let attempted = 0;
  const attempts = Array.from({ length: 1_000 }, () =>
    line.attempt(async () => {
      attempted += 1;
      await wait(HASH_MS);
    }),
  );
  const outcomes = Promise.allSettled(attempts);
  await vi.runAllTimersAsync();
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  expect(attempted).toBe(21);
  expect(refused).toHaveLength(1_000 - attempted);
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'SERVICE_BUSY' } });
});

test('a sign-in that fails, or that never ends, lets the next one in', async () => {
  const line = new SignInLine();
  const failed = line.attempt(() => Promise.reject(new Error('wrong')));
  void line.attempt(() => new Promise(() => {}));
  await expect(failed).rejects.toThrow('wrong');
  await vi.advanceTimersByTimeAsync(31_000);
  const next = line.attempt(() => Promise.resolve('in'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toBe('in');
});
