import { availableParallelism, totalmem } from 'node:os';
import { z } from 'zod';

const GIB = 2 ** 30;

const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const variables = z.object({
  /** Shared with the worker; every path but `/health` asks for it. */
  RENDERER_TOKEN: z.string().min(16),
  PORT: whole(8080),
  /** Where it listens: everywhere in an image, on loopback as a local process. */
  HOST: z.string().default('0.0.0.0'),
  CHROMIUM: z.string().default('/usr/bin/chromium'),
  /** Jobs that print at the same time. */
  CONCURRENT_JOBS: whole(4 * availableParallelism()).pipe(z.number().min(1)),
  /** Jobs that may wait beyond those, each with its document in memory; one more is answered with 503. */
  QUEUED_JOBS: whole(32 * availableParallelism()),
  /** What clients' large bodies may take at once, in MiB: they cost up to eight times as much. */
  MAX_BODIES_MIB: whole(Math.floor(totalmem() / 16 / 2 ** 20)),
  /** What one process of the browser may allocate, in MiB: half of the machine, 4 GiB at most. */
  MAX_PROCESS_MIB: whole(Math.floor(Math.min(4 * GIB, totalmem() / 2) / 2 ** 20)).pipe(z.number().min(256)),
  /** How long a stop waits for what still prints: the longest timeout of a plan, and a little. */
  DRAIN_MS: whole(310_000),
});

export type Configuration = z.infer<typeof variables>;

/** @throws {Error} a sentence for each variable that is missing or wrong; never its value */
export function configurationOf(environment: NodeJS.ProcessEnv): Configuration {
  const result = variables.safeParse(environment);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  throw new Error(`The renderer does not start with these variables.\n${problems.join('\n')}`);
}
