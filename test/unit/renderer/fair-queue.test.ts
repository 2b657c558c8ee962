import { expect, test } from 'vitest';
import { FairQueue } from '../../../packages/print-engine/pages/fair-queue.ts';

const idle = () => 0;

function queueOf(...jobs: string[]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const job of jobs) queue.add(job.slice(0, 1), job);
  return queue;
}

/** Takes until nothing is left. */
function order(queue: FairQueue<string>, running: (owner: string, job: string) => number = idle): string[] {
  const taken: string[] = [];
  for (let next = queue.take(running); next !== null; next = queue.take(running)) taken.push(next.job);
  return taken;
}

test('owners take turns, and the jobs of one owner keep their order', () => {
  expect(order(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an owner who comes later takes the next turn after one that was just served', () => {
  const queue = queueOf('a1', 'a2');
  queue.take(idle);
  queue.add('b', 'b1');
  expect(order(queue)).toEqual(['b1', 'a2']);
});

test('the owner with the fewest running jobs is first', () => {
  const running = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
  expect(queueOf('a1', 'b1', 'c1').take((owner) => running.get(owner) ?? 0)).toEqual({
    owner: 'c',
    job: 'c1',
  });
});

test('a job that may not start now is passed over and keeps its place', () => {
  const queue = queueOf('a1', 'b1');
  const onlyB = (owner: string) => (owner === 'b' ? 0 : Infinity);
  expect(order(queue, onlyB)).toEqual(['b1']);
  expect(queue.size).toBe(1);
  expect(order(queue)).toEqual(['a1']);
});

test('a job that left the queue is not taken', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('b', 'unknown');
  expect(queue.size).toBe(1);
  expect(order(queue)).toEqual(['a2']);
});

test('with 200 workspaces, each has one of the first 200 turns, also beside one with 10,000 jobs', () => {
  const queue = new FairQueue<string>();
  for (let job = 0; job < 10_000; job += 1) queue.add('hostile', `hostile ${job}`);
  for (let workspace = 0; workspace < 199; workspace += 1) queue.add(`ws_${workspace}`, 'job');
  const owners = new Set<string>();
  for (let turn = 0; turn < 200; turn += 1) owners.add(queue.take(idle)?.owner ?? '');
  expect(owners.size).toBe(200);
});
