import { performance } from 'node:perf_hooks';

export type Contestants = Readonly<Record<string, () => Promise<unknown>>>;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Runs every contestant once per round, so that other load on the machine affects all of them. The order is random,
 * because a contestant may leave background work behind, such as a browser context that closes.
 * @returns milliseconds of each round, without the warm-up rounds
 */
export async function race(
  contestants: Contestants,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = Object.fromEntries(
    Object.keys(contestants).map((name) => [name, []]),
  );
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [name, run] of shuffled(Object.entries(contestants))) {
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

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const [heads = [], ...body] = rows;
  return [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '--:'))), ...body.map(line)].join('\n');
}

export const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
export const ratio = (value: number): string => value.toFixed(2);
