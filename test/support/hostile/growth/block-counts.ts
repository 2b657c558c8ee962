import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

/** How often a block of code ran. V8 counts each function, branch and loop exactly, however busy the machine is. */
interface Block {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** By function. The first block is the whole of it, and the others are in their order, each inside of an earlier one. */
export type BlockCounts = ReadonlyMap<string, readonly Block[]>;

const root = pathToFileURL('./').pathname;

let profiler: Promise<Session> | null = null;

/** Functions that have run before are counted as a whole only. */
async function startProfiler(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return session;
}

/** The blocks that run while `work` does: those of the repository, without its tests, and of the packages that it uses. */
export async function countBlocks(work: () => Promise<unknown>): Promise<BlockCounts> {
  const session = await (profiler ??= startProfiler());
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const counts = new Map<string, readonly Block[]>();
  for (const { url, functions } of result) {
    const [, path] = url.split(root);
    if (path === undefined || path.includes('test/')) continue;
    for (const { functionName, ranges } of functions)
      counts.set(`${functionName} in ${path}:${ranges[0]?.startOffset ?? 0}`, ranges);
  }
  return counts;
}

export function sumOf(counts: BlockCounts): number {
  let sum = 0;
  for (const blocks of counts.values()) for (const { count } of blocks) sum += count;
  return sum;
}

/** What is not listed ran as often as the block around it. */
export function countOf(counts: BlockCounts, name: string, { startOffset, endOffset }: Block): number {
  const around = counts
    .get(name)
    ?.findLast((block) => block.startOffset <= startOffset && block.endOffset >= endOffset);
  return around?.count ?? 0;
}
