import * as fc from 'fast-check';

/** True so many times of 1,000. A true one becomes false when a failure is made smaller, a false one is as small as it gets. */
const flip = (perMille: number): fc.Arbitrary<boolean> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 1_000 - perMille, arbitrary: fc.constant(false) },
    { weight: perMille, arbitrary: fc.constant(true) },
  );

/** The random choices of a generator that is written as a walk, and not built of arbitraries. */
export class Random {
  /** A whole number from 0 to `end` - 1. */
  readonly below: (end: number) => number;
  readonly chance: (probability: number) => boolean;

  private constructor(below: Random['below'], chance: Random['chance']) {
    this.below = below;
    this.chance = chance;
  }

  /** `fast-check` records each draw, and makes it smaller after a failure. */
  static recorded(draw: fc.GeneratorValue): Random {
    return new Random(
      (end) => draw(fc.nat, end - 1),
      (probability) => draw(flip, Math.round(1_000 * probability)),
    );
  }

  /** The same draws for the same seed, without end. */
  static seeded(seed: number): Random {
    const numbers = fc.noBias(fc.infiniteStream(fc.nat(), { noHistory: true }));
    const [stream] = fc.sample(numbers, { seed, numRuns: 1 }) as [fc.Stream<number>];
    const fraction = (): number => stream.next().value / 2 ** 31;
    return new Random(
      (end) => Math.floor(fraction() * end),
      (probability) => fraction() < probability,
    );
  }

  /** From 0 up to, not including, 1. */
  readonly fraction = (): number => this.below(2 ** 31) / 2 ** 31;

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  pickWeighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    const total = items.reduce((sum, { weight }) => sum + weight, 0);
    let place = (this.below(1_000) * total) / 1_000;
    const found = items.find(({ weight }) => (place -= weight) < 0);
    return found ?? this.pick(items);
  }
}

export interface RandomRuns {
  readonly seed: number;
  readonly count: number;
  /** Runs only this one of them. */
  readonly only?: number | undefined;
  /** Runs at the same time. Each lane has seeds of its own. */
  readonly lanes?: number;
}

/** After this time, the smallest failure until then is reported: one run may wait for an answer for minutes. */
const SHRINK_MS = 60_000;

/**
 * Runs the check with random draws, each time with others. It throws what is wrong.
 *
 * @returns the smallest failure of each lane that has one
 */
export async function failuresOf(
  check: (random: Random) => unknown,
  { seed, count, only, lanes = 1 }: RandomRuns,
): Promise<string[]> {
  if (only !== undefined) return failureOf(check, { seed, numRuns: 1, path: String(only) });
  const runs = Array.from({ length: Math.min(lanes, count) }, (_, lane) => ({
    // Neighbouring seeds, as those of two days, share no lane.
    seed: seed * lanes + lane,
    numRuns: Math.floor((count + lane) / lanes),
  }));
  return (await Promise.all(runs.map((parameters) => failureOf(check, parameters)))).flat();
}

async function failureOf(
  check: (random: Random) => unknown,
  parameters: { seed: number; numRuns: number; path?: string },
): Promise<string[]> {
  let shrinkUntil = Number.POSITIVE_INFINITY;
  // Without a bias to small and large numbers, chances are what they say.
  const property = fc.asyncProperty(fc.noBias(fc.gen()), async (draw) => {
    if (Date.now() > shrinkUntil) return;
    try {
      await check(Random.recorded(draw));
    } catch (error) {
      shrinkUntil = Math.min(shrinkUntil, Date.now() + SHRINK_MS);
      throw error;
    }
  });
  const { failed, seed, counterexamplePath, errorInstance } = await fc.check(property, parameters);
  if (!failed) return [];
  const [number] = (counterexamplePath ?? '').split(':');
  return [`${String(errorInstance)}\nRepeat it with --seed ${seed} --only ${number}`];
}
