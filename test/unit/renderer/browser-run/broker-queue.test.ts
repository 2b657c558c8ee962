import { expect, test } from 'vitest';
import { BrokerQueue, type JobTerms } from '../../../../renderer/browser-run/broker-queue.ts';
import type { PrintOutcome } from '../../../../renderer/outcome.ts';
import { CAPACITY, PRINTED } from '../../../support/brokers/printed.ts';

const TERMS: JobTerms = { workspaceId: 'ws_one', pageShare: 1, whenBusy: 'reject', htmlCharacters: 1_000 };

function openQueue({ isReady = true, members = [0], index = 0 } = {}) {
  let now = 1_000_000;
  const gate = Promise.withResolvers<PrintOutcome>();
  const browser = { isReady, starts: 0, start: async () => void (browser.starts += 1) };
  const queue = new BrokerQueue({
    index,
    browser,
    capacity: CAPACITY,
    now: () => now,
    members: () => members,
    lastJobAt: now,
  });
  const print = (changes: Partial<JobTerms> = {}) =>
    queue.print({ ...TERMS, ...changes }, () => gate.promise);
  const fill = (jobs: number, changes: Partial<JobTerms> = {}) =>
    Array.from({ length: jobs }, () => print(changes));
  return {
    queue,
    browser,
    print,
    fill,
    end: () => gate.resolve(PRINTED),
    pass: (ms: number) => void (now += ms),
  };
}

test('a job that would have to wait is refused, with the load', async () => {
  const { print, fill } = openQueue();
  void fill(8);
  expect(await print()).toMatchObject({ kind: 'busy', load: { jobs: 8, capacity: 8, isReady: true } });
});

test('jobs that wait are bounded', async () => {
  const { print, fill } = openQueue();
  void fill(72, { whenBusy: 'wait' });
  expect(await print({ whenBusy: 'wait' })).toMatchObject({ kind: 'busy' });
});

test('jobs of a workspace that wait are bounded by its share of the queue', async () => {
  const { print, fill, end } = openQueue();
  void fill(36, { whenBusy: 'wait', pageShare: 1 / 2 });
  expect(await print({ whenBusy: 'wait', pageShare: 1 / 2 })).toMatchObject({ kind: 'busy' });
  const other = print({ whenBusy: 'wait', workspaceId: 'ws_two' });
  end();
  expect(await other).toMatchObject({ kind: 'printed' });
});

test('documents are bounded by their memory', async () => {
  const { queue, print, fill } = openQueue();
  void fill(3, { whenBusy: 'wait', htmlCharacters: 5_000_000 });
  expect(queue.load.bytes).toBe(30_000_000);
  expect(await print({ whenBusy: 'wait', htmlCharacters: 5_000_000 })).toMatchObject({ kind: 'busy' });
  void fill(1, { htmlCharacters: 500_000 });
  expect(queue.load.jobs).toBe(4);
});

test('a document above the bound prints alone', async () => {
  const { queue, print, fill, end } = openQueue();
  const [large] = fill(1, { htmlCharacters: 20_000_000 });
  expect(queue.load.jobs).toBe(1);
  expect(await print()).toMatchObject({ kind: 'busy' });
  end();
  expect(await large).toMatchObject({ kind: 'printed' });
  expect(await print()).toMatchObject({ kind: 'printed' });
});

test('a workspace that has its share is refused, others are not', async () => {
  const { print, fill, end } = openQueue();
  void fill(3, { pageShare: 3 / 8 });
  expect(await print({ pageShare: 3 / 8 })).toMatchObject({ kind: 'busy', load: { jobs: 3 } });
  const other = print({ workspaceId: 'ws_two' });
  end();
  expect(await other).toMatchObject({ kind: 'printed' });
});

test('a broker without a browser refuses and starts one, if it is in use', async () => {
  const member = openQueue({ isReady: false, members: [0] });
  expect(await member.print()).toMatchObject({ kind: 'busy', load: { isReady: false } });
  expect(member.browser.starts).toBe(1);
  const left = openQueue({ isReady: false, members: [1, 2], index: 0 });
  expect(await left.print()).toMatchObject({ kind: 'busy', load: { members: [1, 2] } });
  expect(left.browser.starts).toBe(0);
});

test('jobs that wait for their share are no reason for more browsers', () => {
  const { queue, fill, pass } = openQueue();
  void fill(30, { whenBusy: 'wait', pageShare: 3 / 8 });
  void fill(2, { whenBusy: 'wait', workspaceId: 'ws_two' });
  queue.takeReport();
  pass(1_000);
  expect(queue.takeReport().demand).toBe(5);
});

test('the first broker of a region keeps its browser longer than others', () => {
  const first = openQueue({ members: [0, 1] });
  const second = openQueue({ members: [0, 1], index: 1 });
  const left = openQueue({ members: [0, 1], index: 2 });
  const resting = () => [first, second, left].map(({ queue }) => queue.mayRest);
  for (const { pass } of [first, second, left]) pass(30_000);
  expect(resting()).toEqual([false, false, true]);
  for (const { pass } of [first, second, left]) pass(60_000);
  expect(resting()).toEqual([false, true, true]);
  for (const { pass } of [first, second, left]) pass(300_000);
  expect(resting()).toEqual([true, true, true]);
});

test('background jobs that wait take no page from a job that somebody waits for', async () => {
  const { queue, print, fill } = openQueue();
  void fill(40, { whenBusy: 'wait', isBackground: true });
  expect(queue.load).toMatchObject({ jobs: 40, passed: 34 });
  expect(await print({ whenBusy: 'wait', isBackground: true, workspaceId: 'ws_two' })).toMatchObject({
    kind: 'busy',
  });
  void fill(2, { workspaceId: 'ws_three' });
  // They have one page while somebody waits.
  expect(queue.load).toMatchObject({ jobs: 42, passed: 39 });
  void fill(5, { workspaceId: 'ws_three' });
  expect(queue.load.jobs).toBe(47);
  expect(await print({ workspaceId: 'ws_three' })).toMatchObject({ kind: 'busy' });
  void fill(20, { workspaceId: 'ws_three', whenBusy: 'wait' });
  expect(queue.load.jobs).toBe(67);
});
