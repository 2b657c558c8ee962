import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryBudget } from '../../../../../worker/lib/memory/memory-budget.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const budgetOf = (alwaysFits: 'oldest' | 'alone') =>
  new MemoryBudget({ maxBytes: 100, maxShareBytes: 60, alwaysFits });
const inAnHour = (): number => Date.now() + 3_600_000;

describe('a memory budget', () => {
  test('has room up to its limit, and again after a release', () => {
    const budget = budgetOf('alone');
    const [one, other] = [budget.open('a', inAnHour()), budget.open('b', inAnHour())];
    expect([one.tryGrow(60), other.tryGrow(41), other.tryGrow(40)]).toEqual([true, false, true]);
    one.release();
    expect(budget.open('c', inAnHour()).tryGrow(60)).toBe(true);
  });

  test('gives one workspace no more than its share', () => {
    const budget = budgetOf('alone');
    const [one, other] = [budget.open('a', inAnHour()), budget.open('a', inAnHour())];
    expect([one.tryGrow(50), other.tryGrow(11)]).toEqual([true, false]);
    expect(budget.open('b', inAnHour()).tryGrow(50)).toBe(true);
  });

  test('has room for a request of any size that is alone', () => {
    const budget = budgetOf('alone');
    const large = budget.open('a', inAnHour());
    expect(large.tryGrow(500)).toBe(true);
    expect(budget.open('b', inAnHour()).tryGrow(1)).toBe(false);
  });

  test('lets the oldest of several half-read bodies go on, so that they do not wait for each other', () => {
    const budget = budgetOf('oldest');
    const [one, other] = [budget.open('a', inAnHour()), budget.open('b', inAnHour())];
    expect([one.tryGrow(50), other.tryGrow(50)]).toEqual([true, true]);
    expect([other.tryGrow(10), one.tryGrow(10)]).toEqual([false, true]);
  });

  test('makes a request wait until there is room', async () => {
    const budget = budgetOf('alone');
    const [one, other] = [budget.open('a', inAnHour()), budget.open('b', inAnHour())];
    one.tryGrow(100);
    const waiting = other.grow(60, inAnHour());
    setTimeout(() => one.release(), 1_000);
    await vi.advanceTimersByTimeAsync(1_100);
    await waiting;
    expect(other.bytes).toBe(60);
  });

  test('refuses a request after a few seconds without room', async () => {
    const budget = budgetOf('alone');
    budget.open('a', inAnHour()).tryGrow(100);
    const refused = budget.open('b', inAnHour()).grow(1, inAnHour());
    const expected = expect(refused).rejects.toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 5 });
    await vi.advanceTimersByTimeAsync(6_000);
    await expected;
  });

  test('takes back the memory of a request that was dropped without a release', () => {
    const budget = budgetOf('alone');
    budget.open('a', Date.now() + 1_000).tryGrow(100);
    vi.advanceTimersByTime(1_000);
    expect(budget.open('b', inAnHour()).tryGrow(100)).toBe(true);
  });
});
