import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { NoPageInTime } from '@platen/print-engine';
import { answerInTime, lateSignal } from '../../../renderer/late.ts';

const SOON_MS = 50;

/** Longer than the deadline and all of the time after it. */
const PAUSE_MS = 1_500;

const soon = (): number => Date.now() + SOON_MS;

/** Nothing runs in this process, as in an isolate that is held up. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/** It has come during the pause, and takes some turns to be read. */
async function arrive(): Promise<{ readonly status: string }> {
  await setTimeout(SOON_MS / 2);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  return { status: 'printed' };
}

test('an answer that came while the isolate was held up is read', async () => {
  const answer = answerInTime(arrive(), soon());
  pause();
  await expect(answer).resolves.toEqual({ status: 'printed' });
});

test('a call whose answer came while the isolate was held up is not aborted', async () => {
  const late = lateSignal(soon());
  const answer = arrive();
  pause();
  await answer;
  expect(late.aborted).toBe(false);
});

test('without an answer, the call ends after the deadline', async () => {
  const late = lateSignal(soon());
  await expect(answerInTime(new Promise<object>(() => {}), soon())).rejects.toThrow(NoPageInTime);
  await expect.poll(() => late.aborted).toBe(true);
});

test('an error of the renderer comes through', async () => {
  await expect(answerInTime(Promise.reject(new Error('lost')), soon())).rejects.toThrow('lost');
});
