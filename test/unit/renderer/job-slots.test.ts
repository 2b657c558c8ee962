import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { JobSlots, NoPageInTime, allowedPlaces, PrintCancelled } from '@platen/print-engine';

const SHARE = 3 / 8;

const limitsOf = (workspaceId: string, waitMs = 10_000) => ({
  workspaceId,
  deadline: Date.now() + waitMs,
  pageShare: SHARE,
});

/** Lets all promises settle that can. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Acquires slots and records by workspace how many it got. Jobs that still wait at the end of the test are cancelled. */
class Workspaces {
  readonly got: Record<string, number> = {};
  readonly slots: JobSlots;
  readonly #end = new AbortController();

  constructor(count: number) {
    this.slots = new JobSlots(count);
    onTestFinished(() => this.#end.abort());
  }

  acquire(workspaceId: string, times: number): void {
    for (let time = 0; time < times; time += 1) {
      this.#acquireOne(workspaceId).catch((error: unknown) => expect(error).toBeInstanceOf(PrintCancelled));
    }
  }

  async #acquireOne(workspaceId: string): Promise<void> {
    await this.slots.acquire(limitsOf(workspaceId), this.#end.signal);
    this.got[workspaceId] = (this.got[workspaceId] ?? 0) + 1;
  }
}

describe('the slots of a pool', () => {
  test('a workspace never has more than its share, although others are free', async () => {
    const workspaces = new Workspaces(8);
    workspaces.acquire('hostile', 30);
    await settle();
    expect(workspaces.got).toEqual({ hostile: 3 });
    workspaces.acquire('honest', 1);
    await settle();
    expect(workspaces.got).toEqual({ hostile: 3, honest: 1 });
    workspaces.slots.release({ workspaceId: 'hostile' });
    await settle();
    expect(workspaces.got).toEqual({ hostile: 4, honest: 1 });
  });

  test('40 workspaces that wait are served in turn, and a hostile one is served no more often', async () => {
    const workspaces = new Workspaces(8);
    workspaces.acquire('hostile', 500);
    for (let index = 0; index < 40; index += 1) workspaces.acquire(`ws_${index}`, 3);
    for (let turn = 0; turn < 48; turn += 1) {
      await settle();
      const busiest = Object.entries(workspaces.got).sort(([, one], [, two]) => two - one)[0]?.[0] ?? '';
      workspaces.slots.release({ workspaceId: busiest });
      workspaces.got[busiest] = (workspaces.got[busiest] ?? 0) - 1;
    }
    await settle();
    const served = Object.keys(workspaces.got).filter((workspace) => workspace !== 'hostile');
    expect(served).toHaveLength(40);
  });

  test('a job whose deadline passes leaves the queue, and its failure is not that of a page', async () => {
    const slots = new JobSlots(1);
    await slots.acquire(limitsOf('first'));
    await expect(slots.acquire(limitsOf('late', 20))).rejects.toBeInstanceOf(NoPageInTime);
    expect(slots.load).toBe(1);
    slots.release({ workspaceId: 'first' });
    expect(slots.load).toBe(0);
  });

  test('a cancelled job leaves the queue, and takes no slot if it was cancelled before', async () => {
    const slots = new JobSlots(1);
    await slots.acquire(limitsOf('first'));
    const caller = new AbortController();
    const waiting = slots.acquire(limitsOf('second'), caller.signal);
    caller.abort();
    await expect(waiting).rejects.toBeInstanceOf(PrintCancelled);
    slots.release({ workspaceId: 'first' });
    await expect(slots.acquire(limitsOf('third'), caller.signal)).rejects.toBeInstanceOf(PrintCancelled);
    expect(slots.load).toBe(0);
  });

  test('are drained when nobody prints or waits', async () => {
    const slots = new JobSlots(1);
    await slots.acquire(limitsOf('first'));
    const waiting = slots.acquire(limitsOf('second', 20));
    const drained = slots.drained();
    slots.release({ workspaceId: 'first' });
    await waiting;
    slots.release({ workspaceId: 'second' });
    await drained;
    expect(slots.isIdle).toBe(true);
  });
});

test.each([
  [8, 3 / 8, 3],
  [8, 5 / 8, 5],
  [4, 3 / 8, 2],
  [2, 5 / 8, 1],
  [1, 3 / 8, 1],
  [256, 3 / 8, 96],
  [8, 1, 8],
])('of %d places, the share %f is %d: rounded up, but one is left to others', (count, share, places) => {
  expect(allowedPlaces(count, share)).toBe(places);
});

describe('jobs in the background', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const background = (workspaceId: string) => ({
    ...limitsOf(workspaceId, 600_000),
    pageShare: 1,
    isBackground: true,
  });
  const waited = (workspaceId: string) => ({ ...limitsOf(workspaceId, 600_000), pageShare: 1 });

  /** Starts jobs and counts those that got a slot. */
  function openSlots(count: number) {
    const slots = new JobSlots(count);
    const got: string[] = [];
    const acquire = (limits: ReturnType<typeof waited>) =>
      void slots.acquire(limits).then(() => got.push(limits.workspaceId));
    return { slots, got, acquire, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  }

  test('leave a quarter of the slots to others, and have the rest', async () => {
    const { got, acquire, pass } = openSlots(8);
    for (let job = 0; job < 8; job += 1) acquire(background('batch'));
    await pass(0);
    expect(got).toHaveLength(6);
    acquire(waited('person'));
    await pass(0);
    expect(got).toHaveLength(7);
  });

  test('come after a job that somebody waits for, of their own workspace too', async () => {
    const { slots, got, acquire, pass } = openSlots(1);
    acquire(waited('first'));
    acquire(background('batch'));
    acquire(waited('batch'));
    await pass(0);
    slots.release({ workspaceId: 'first' });
    await pass(0);
    expect(got).toEqual(['first', 'batch']);
    slots.release({ workspaceId: 'batch' });
    await pass(1_000);
    expect(got).toEqual(['first', 'batch', 'batch']);
  });

  test('have one slot and start every two seconds, until nobody has waited for five seconds', async () => {
    const { slots, got, acquire, pass } = openSlots(8);
    acquire(waited('person'));
    for (let job = 0; job < 12; job += 1) acquire(background('batch'));
    await pass(0);
    expect(got).toEqual(['person', 'batch']);
    await pass(3_000);
    expect(got).toHaveLength(2);
    slots.release({ workspaceId: 'person' });
    slots.release(background('batch'));
    await pass(0);
    expect(got).toHaveLength(3);
    slots.release(background('batch'));
    await pass(1_900);
    expect(got).toHaveLength(3);
    await pass(100);
    expect(got).toHaveLength(4);
    await pass(3_000);
    expect(got).toHaveLength(4 + 5);
  });

  test('start after five seconds, although jobs that somebody waits for take every slot', async () => {
    const { slots, got, acquire, pass } = openSlots(2);
    for (let job = 0; job < 10; job += 1) acquire(waited('person'));
    acquire(background('batch'));
    for (let second = 0; second < 6; second += 1) {
      await pass(1_000);
      slots.release({ workspaceId: 'person' });
    }
    await pass(0);
    expect(got.filter((workspace) => workspace === 'batch')).toHaveLength(1);
    expect(got.indexOf('batch')).toBe(6);
  });

  test('that are cancelled or late leave no trace', async () => {
    const { slots, got, acquire, pass } = openSlots(1);
    acquire(waited('person'));
    const caller = new AbortController();
    const cancelled = expect(slots.acquire(background('batch'), caller.signal)).rejects.toBeInstanceOf(
      PrintCancelled,
    );
    const late = expect(
      slots.acquire({ ...waited('late'), deadline: Date.now() + 5 }),
    ).rejects.toBeInstanceOf(NoPageInTime);
    caller.abort();
    await pass(10);
    await Promise.all([cancelled, late]);
    slots.release({ workspaceId: 'person' });
    expect(slots.load).toBe(0);
    await pass(10_000);
    for (let job = 0; job < 2; job += 1) acquire(background('batch'));
    await pass(0);
    expect(got).toEqual(['person', 'batch']);
  });
});
