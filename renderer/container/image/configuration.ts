import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

const GIB = 2 ** 30;

const wholeNumber = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const variables = z.object({
  /** Shared with the Worker. Every path except `/health` requires it. */
  RENDERER_TOKEN: z.string().min(16),
  PORT: wholeNumber(8080),
  HOST: z.string().default('0.0.0.0'),
  CHROMIUM: z.string().default('/usr/bin/chromium'),
  CONCURRENT_JOBS: wholeNumber(4 * availableParallelism()).pipe(z.number().min(1)),
  /** Each waiting job keeps its document in memory. Further jobs get a 503. */
  QUEUED_JOBS: wholeNumber(32 * availableParallelism()),
  /** In memory, a body costs up to eight times its size. */
  MAX_BODIES_MIB: wholeNumber(Math.floor(totalmem() / 16 / 2 ** 20)),
  /** For each process of the browser: half of the machine's memory, at most 4 GiB. */
  MAX_PROCESS_MIB: wholeNumber(Math.floor(Math.min(4 * GIB, totalmem() / 2) / 2 ** 20)).pipe(
    z.number().min(256),
  ),
  /** A little more than the longest timeout of a plan. */
  DRAIN_MS: wholeNumber(310_000),
});

export type Configuration = z.infer<typeof variables>;

/** @throws {Error} names each variable that is missing or wrong, never its value */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const result = variables.safeParse(environment);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  throw new Error(`The renderer cannot start with these environment variables.\n${problems.join('\n')}`);
}
