import { expect, test } from 'vitest';
import { describeFault, FaultPlan } from './fault-plan.ts';
import type { Broken } from './faults.ts';

const ROUND_MS = 60_000;

/** The plan names workspaces, and calls nothing of the service. */
const BROKEN = {
  population: { workspaces: [{ name: 'large' }, { name: 'small' }] },
} as unknown as Omit<Broken, 'random'>;

function linesOf(seed: number): string[] {
  const plan = new FaultPlan(BROKEN, seed);
  return [...plan.round(ROUND_MS), ...plan.round(ROUND_MS)].map(describeFault);
}

test('the seed alone decides which faults there are, when, and for how long', () => {
  const lines = linesOf(4242);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(line).toMatch(/^Fault \d+: .+, at \d+\.\d s, for [1-4]\.\d s$/);
  expect(linesOf(4242)).toEqual(lines);
  expect(linesOf(4243)).not.toEqual(lines);
});

test('the faults of a round follow one another and end with it', () => {
  const round = new FaultPlan(BROKEN, 1).round(ROUND_MS);
  const ends = round.map(({ atMs, lastsMs }) => atMs + lastsMs);
  for (const [index, { atMs }] of round.entries()) expect(atMs).toBeGreaterThan(ends[index - 1] ?? 0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(ROUND_MS);
});
