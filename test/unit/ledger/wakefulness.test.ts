import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Wakefulness } from '../../../worker/objects/ledger/wakefulness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `countRunning` says how many timers keep the object awake. */
function keepAwake(awakeMs: number) {
  let running = 0;
  const wakefulness = new Wakefulness({
    awakeMs,
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    inBackground: (work) => {
      running += 1;
      void work.then(() => (running -= 1));
    },
  });
  return { wakefulness, countRunning: () => running };
}

test('an object stays awake from its last request on', async () => {
  const { wakefulness, countRunning } = keepAwake(60_000);
  expect(countRunning()).toBe(0);
  wakefulness.extend();
  await vi.advanceTimersByTimeAsync(59_000);
  wakefulness.extend();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(countRunning()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(countRunning()).toBe(0);
});

test('many requests keep it awake with one timer', async () => {
  const { wakefulness, countRunning } = keepAwake(60_000);
  for (let request = 0; request < 1_000; request += 1) wakefulness.extend();
  expect([countRunning(), vi.getTimerCount()]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([countRunning(), vi.getTimerCount()]).toEqual([0, 0]);
  wakefulness.extend();
  expect(countRunning()).toBe(1);
});

test.each([0, Number.NaN])('without a time, nothing keeps it awake: %s', (awakeMs) => {
  const { wakefulness, countRunning } = keepAwake(awakeMs);
  wakefulness.extend();
  expect(countRunning()).toBe(0);
});
