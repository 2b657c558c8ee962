import { threadCpuUsage } from 'node:process';
import { Meter } from '@platen/meter';
import { failuresOf, type Random, type RandomRuns } from '../../random.ts';
import { unlimited } from '../../unlimited.ts';
import { leastRatio } from '../cpu.ts';
import { type BlockCounts, countBlocks, countOf, sumOf } from './block-counts.ts';
import type { GrowingInput, GrowingReader } from './growing.ts';

/** From n to 2n, and to 4n. What does not grow makes it smaller, and rounding to whole reads makes it larger. */
const MAX_WORK_GROWTH = 2.3;

/** The same for each block of the code that runs as often as this for n. */
const MAX_BLOCK_GROWTH = 2.5;
const FREQUENT = 100;

/** The work before a reader asks whether others shall have a turn. No input is long enough for more. */
const MAX_WORK_WITHOUT_LOOK = 1_000_000;

/** For each byte, 4n may take so much more processor time than n: a reader that compares each byte with all others has 4. */
const MAX_TIME_GROWTH = 2.5;

/** A unit of work may take so much more processor time than one of the reference. Only for what V8 does itself, and counts no blocks for. */
const MAX_UNIT_RATIO = 40;

/** The clock of a thread may move in steps of some milliseconds. */
const MEASURABLE_NS = 5_000_000;

/** Finds inputs for which a reader does more than in proportion to their size, or more than its meter sees, or pauses too late. */
export const growthFailures = (reader: GrowingReader, runs: RandomRuns): Promise<string[]> =>
  failuresOf(async (random: Random) => {
    const input = reader.draw(random);
    const fault = await faultOf(reader, input);
    if (fault !== null) throw new Error(`${reader.name}, ${input.what}: ${fault}`);
  }, runs);

async function faultOf(reader: GrowingReader, input: GrowingInput): Promise<string | null> {
  return (await faultOfSteps(reader, input)) ?? (await faultOfTimes(reader, input));
}

/** What a reader does wrong with an input on every machine: nothing is timed. */
export async function faultOfSteps(reader: GrowingReader, { make, n }: GrowingInput): Promise<string | null> {
  return faultOfRuns(reader, [
    await observe(reader, make(n)),
    await observe(reader, make(2 * n)),
    await observe(reader, make(4 * n)),
  ]);
}

/** What one reading did. It is the same on every machine. */
interface Reading {
  readonly work: number;
  readonly blocks: BlockCounts;
  readonly workWithoutLook: number;
}

type Readings = readonly [small: Reading, middle: Reading, large: Reading];

async function observe(reader: GrowingReader, input: string): Promise<Reading> {
  const meter = new WatchedMeter();
  const blocks = await countBlocks(() => attempt(reader, input, meter));
  return { work: 1 + meter.work, blocks, workWithoutLook: meter.workWithoutLook };
}

/** Knows how much a reader does before it asks whether others shall have a turn. */
class WatchedMeter extends Meter {
  workWithoutLook = 0;
  #lookedAt = 0;

  constructor() {
    super({ maxWork: Number.POSITIVE_INFINITY });
  }

  override get isDue(): boolean {
    this.#lookedAt = this.work;
    return super.isDue;
  }

  override charge(work: number): void {
    super.charge(work);
    this.workWithoutLook = Math.max(this.workWithoutLook, this.work - this.#lookedAt);
  }
}

function faultOfRuns(
  { maxBlocksPerUnit, maxWorkWithoutLook = MAX_WORK_WITHOUT_LOOK }: GrowingReader,
  runs: Readings,
): string | null {
  const [small, middle, large] = runs;
  const growth = Math.max(middle.work / small.work, large.work / middle.work);
  if (growth > MAX_WORK_GROWTH) return `the work grows ${growth.toFixed(1)} times`;
  const block = findGrowingBlock(runs);
  if (block !== null) return block;
  if (maxBlocksPerUnit === null) return null;
  const blocksPerUnit = sumOf(large.blocks) / large.work;
  if (blocksPerUnit > maxBlocksPerUnit)
    return `${blocksPerUnit.toFixed(1)} blocks of code run for a unit of work`;
  return large.workWithoutLook > maxWorkWithoutLook
    ? `others have no turn for ${large.workWithoutLook} units of work`
    : null;
}

/** A block that runs for each pair of things grows 4 times. A few are no matter beside the rest, but would be if the input were longer. */
function findGrowingBlock([small, middle, large]: Readings): string | null {
  for (const [name, blocks] of large.blocks)
    for (const block of blocks) {
      const before = countOf(small.blocks, name, block);
      const then = countOf(middle.blocks, name, block);
      const growth = Math.min(then / before, block.count / then);
      if (before >= FREQUENT && growth > MAX_BLOCK_GROWTH)
        return `a block of ${name} runs ${before}, ${then} and ${block.count} times`;
    }
  return null;
}

async function faultOfTimes(reader: GrowingReader, { make, n }: GrowingInput): Promise<string | null> {
  const [small, large] = [make(n), make(4 * n)] as const;
  const times = await repeats(reader, small);
  const timeOfSmall = () => timeOf(reader, small, 4 * times);
  const timeOfLarge = () => timeOf(reader, large, times);
  const ratio = await leastRatio(timeOfLarge, timeOfSmall, MAX_TIME_GROWTH);
  if (ratio >= MAX_TIME_GROWTH) return `the time grows ${(4 * ratio).toFixed(1)} times`;
  if (reader.maxBlocksPerUnit === null) return null;
  const { work } = await observe(reader, large);
  const unitNs = async () => (await timeOf(reader, large, times)) / times / work;
  const unit = await leastRatio(unitNs, referenceUnitNs, MAX_UNIT_RATIO);
  return unit < MAX_UNIT_RATIO ? null : `a unit of work takes the time of ${unit.toFixed(0)} bytes`;
}

async function repeats(reader: GrowingReader, input: string): Promise<number> {
  let times = 1;
  while ((await timeOf(reader, input, 4 * times)) < MEASURABLE_NS) times *= 2;
  return times;
}

async function timeOf(reader: GrowingReader, input: string, times: number): Promise<number> {
  const before = threadCpuUsage();
  for (let time = 0; time < times; time += 1) await attempt(reader, input, unlimited());
  const { user, system } = threadCpuUsage(before);
  return (user + system) * 1_000;
}

/** An input that is refused costs time too. Only the stack must not end. */
async function attempt({ read }: GrowingReader, input: string, meter: Meter): Promise<void> {
  try {
    await read(input, meter);
  } catch (error) {
    if (error instanceof RangeError) throw error;
  }
}

const REFERENCE_BYTES = 5_000_000;
const reference = new Uint8Array(REFERENCE_BYTES).fill(0x31);

/** Looking at a byte. */
function referenceUnitNs(): number {
  const before = threadCpuUsage();
  let sum = 0;
  for (const byte of reference) sum = (sum * 31 + byte) % 65_521;
  if (sum < 0) throw new Error('It cannot be negative');
  const { user, system } = threadCpuUsage(before);
  return ((user + system) * 1_000) / REFERENCE_BYTES;
}
