import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '../with-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const late = () => {
  throw new Error('late');
};

test('work that is done in time has its result, and leaves no timer', async () => {
  expect(await withTimeout(Promise.resolve('done'), 1_000, late)).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that fails in time fails with its own error', async () => {
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('at the timeout the error of the caller is thrown', async () => {
  const waiting = expect(withTimeout(new Promise(() => {}), 1_000, late)).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
});

test('at the timeout the value of the caller is returned', async () => {
  const waiting = withTimeout(new Promise<string>(() => {}), 1_000, () => 'instead');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe('instead');
});

test('a timeout in the past does not wait', async () => {
  const waiting = withTimeout(new Promise<string>(() => {}), -5, () => 'instead');
  await vi.advanceTimersByTimeAsync(0);
  expect(await waiting).toBe('instead');
});
