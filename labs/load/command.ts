import { parseArgs } from 'node:util';
import type { Report } from './report.ts';
import type { LoadOptions } from './soak.ts';

const RENDERERS = ['browser-run', 'container'] as const;

/** @throws {Error} an argument is wrong */
function readOptions(): Omit<LoadOptions, 'log'> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '2' },
      renderer: { type: 'string', default: 'browser-run' },
      seed: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes);
  const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
  const renderer = RENDERERS.find((known) => known === values.renderer);
  if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  if (renderer === undefined) throw new Error(`--renderer must be one of: ${RENDERERS.join(' | ')}.`);
  return { minutes, seed, renderer };
}

/** Runs a command that ends with 0 if all holds, with 1 if something does not, and with 2 if it is not valid. */
export async function runLoad(name: string, run: (options: LoadOptions) => Promise<Report>): Promise<void> {
  const startedAt = performance.now();
  const log = (line: string): void =>
    console.error(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${line}`);
  let options: Omit<LoadOptions, 'log'>;
  try {
    options = readOptions();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
  const { minutes, renderer, seed } = options;
  console.log(`${name}: ${minutes} minutes, ${renderer}, seed ${seed}`);
  const { problems, tables } = await run({ ...options, log });
  console.log(`\n${tables.join('\n\n')}\n`);
  for (const problem of problems) console.log(`does not hold: ${problem}`);
  console.log(problems.length === 0 ? `${name}: all holds` : `${name}: ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}
