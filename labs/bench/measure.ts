import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

export type Contestants = Readonly<Record<string, () => Promise<unknown>>>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param share such as 0.9 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/**
 * Runs every contestant once per round, so that other load on the machine affects all of them. The order is random,
 * because a contestant may leave background work behind, such as a browser context that closes.
 * @param idleMs pause before each run, in which the machine does nothing
 * @returns milliseconds of each round, without the warm-up rounds
 */
export async function race(
  contestants: Contestants,
  { rounds, warmUp, idleMs = 0 }: { rounds: number; warmUp: number; idleMs?: number },
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(contestants).map((name) => [name, []]),
  );
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, run] of shuffled(Object.entries(contestants))) {
      if (idleMs > 0) await delay(round < 0 ? 0 : idleMs);
      const started = performance.now();
      await run();
      if (round >= 0) times[name]?.push(performance.now() - started);
    }
  }
  return times;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const drawn = items.map((item) => ({ item, at: Math.random() }));
  return drawn.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

/** PDFs per second. Each client sends its next request after the previous answer. */
export async function perSecond(
  clients: number,
  count: number,
  run: (client: number) => Promise<unknown>,
): Promise<number> {
  let left = count;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (left > 0) {
        left -= 1;
        await run(client);
      }
    }),
  );
  return (count * 1000) / (performance.now() - started);
}

/** Rounds of `measureMedians`. */
export const MEASUREMENTS = 5;

/** Once per round, so that a change in the machine's load affects all measurements. */
export async function measureMedians(measurements: readonly (() => Promise<number>)[]): Promise<number[]> {
  const measured: number[][] = measurements.map(() => []);
  for (let round = 0; round < MEASUREMENTS; round += 1) {
    for (const [index, measure] of measurements.entries()) measured[index]?.push(await measure());
  }
  return measured.map(median);
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const [heads = [], ...body] = rows;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '--:'))), ...body.map(line)].join('\n');
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** `npm run bench -- --write` lists the rows that contain it. */
export const MISSED = '**missed**';

/** A cell with the target, and whether the value misses it. */
export function target(value: number, goal: Goal): string {
  const [words, isMet] =
    'atMost' in goal
      ? [`at most ${goal.atMost}`, value <= goal.atMost]
      : [`at least ${goal.atLeast}`, value >= goal.atLeast];
  return isMet ? words : `${words}: ${MISSED}`;
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const ratio = (value: number): string => value.toFixed(2);
