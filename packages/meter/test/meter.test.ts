import { expect, test } from 'vitest';
import { DeadlineExceeded, MemoryLimitExceeded, Meter, WorkCancelled, WorkLimitExceeded } from '../index.ts';

/** As much as a turn has. */
const TURN = 2_000_000;

/** Returns whether another task runs before the pause ends. */
async function givesTurn(meter: Meter): Promise<boolean> {
  let hasTurn = false;
  const timer = setTimeout(() => (hasTurn = true), 0);
  await meter.pause();
  clearTimeout(timer);
  return hasTurn;
}

test('work ends at the limit, and not before', () => {
  const meter = new Meter({ maxWork: 10 });
  meter.charge(4);
  meter.charge(6);
  expect(meter.work).toBe(10);
  expect(() => meter.charge(1)).toThrow(WorkLimitExceeded);
});

test('a part has a limit of its own, and the whole is charged too', () => {
  const whole = new Meter({ maxWork: 10 });
  expect(() => whole.part({ maxWork: 5 }).charge(6)).toThrow(WorkLimitExceeded);
  whole.part({ maxWork: 5 }).charge(5);
  expect(whole.work).toBe(5);
  const last = whole.part({ maxWork: 100 });
  expect(() => last.charge(6)).toThrow(WorkLimitExceeded);
});

test('others have a turn after an amount of work, however few the charges', async () => {
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
  const part = meter.part({ maxWork: Number.POSITIVE_INFINITY });
  expect(await givesTurn(part)).toBe(false);
  part.charge(TURN);
  expect(meter.isDue && part.isDue).toBe(true);
  expect(await givesTurn(part)).toBe(true);
  expect(await givesTurn(part)).toBe(false);
  // Parts share the turns of the whole.
  meter.part({ maxWork: TURN }).charge(TURN / 2);
  part.charge(TURN / 2);
  expect(await givesTurn(part)).toBe(true);
});

test('the deadline ends work that does not pause, and work that does', async () => {
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY, deadline: Date.now() - 1 });
  expect(() => meter.charge(TURN)).toThrow(DeadlineExceeded);
  await expect(meter.pause()).rejects.toBeInstanceOf(DeadlineExceeded);
  const part = meter.part({ maxWork: Number.POSITIVE_INFINITY });
  expect(() => part.charge(TURN)).toThrow(DeadlineExceeded);
});

test('a signal ends the work', async () => {
  const stop = new AbortController();
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY, signal: stop.signal });
  meter.charge(TURN);
  const paused = meter.pause();
  stop.abort();
  await expect(paused).rejects.toBeInstanceOf(WorkCancelled);
});

test('memory has a limit, and what is released may be held again', () => {
  const whole = new Meter({ maxWork: 1 });
  const meter = whole.part({ maxWork: 1, maxHeldBytes: 100 });
  meter.hold(100);
  expect(() => meter.hold(1)).toThrow(MemoryLimitExceeded);
  meter.release(51);
  meter.hold(50);
  expect([meter.heldBytes, whole.heldBytes]).toEqual([100, 100]);
});
