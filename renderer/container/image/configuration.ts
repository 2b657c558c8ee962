import { availableParallelism, totalmem } from 'node:os';
import { PRINT_PATHS } from '@platen/print-engine';
import { z } from 'zod';

const MIB = 2 ** 20;

/** The smallest limit that the configuration accepts. */
const MIN_PROCESS_MIB = 256;

const wholeNumber = z.coerce.number().int().min(0);

/**
 * Memory that this process and the browser may use, in bytes.
 *
 * @param limit of the control group: 0 or more than the machine's memory if there is none
 */
export const availableMemory = (limit = process.constrainedMemory(), total = totalmem()): number =>
  limit > 0 ? Math.min(limit, total) : total;

const variables = z.object({
  /** Shared with the Worker. Every path except `/health` requires it. Several are separated by a space. */
  RENDERER_TOKEN: z.string().regex(/^\S{16,}( \S{16,})*$/, 'must have at least 16 characters'),
  PORT: wholeNumber.default(8080),
  HOST: z.string().default('0.0.0.0'),
  CHROMIUM: z.string().default('/usr/bin/chromium'),
  CONCURRENT_JOBS: wholeNumber.default(4 * availableParallelism()).pipe(z.number().min(1)),
  /** Each waiting job keeps its document in memory. Further jobs get a 503. */
  QUEUED_JOBS: wholeNumber.default(32 * availableParallelism()),
  /** In memory, a body costs up to eight times its size. */
  MAX_BODIES_MIB: wholeNumber.default(() => Math.floor(availableMemory() / 16 / MIB)),
  /** For each process of the browser: half of the available memory, from 256 MiB to 4 GiB. */
  MAX_PROCESS_MIB: wholeNumber
    .default(() => Math.min(4_096, Math.max(MIN_PROCESS_MIB, Math.floor(availableMemory() / 2 / MIB))))
    .pipe(z.number().min(MIN_PROCESS_MIB)),
  /** `plain` prints without shortcuts, to find the cause of a fault. */
  PRINT_PATH: z.enum(PRINT_PATHS).default('fast'),
  /** A little more than the longest timeout of a plan. */
  DRAIN_MS: wholeNumber.default(310_000),
});

export type Configuration = z.infer<typeof variables>;

/** @throws {Error} names each variable that is missing or wrong, never its value */
export function readConfiguration(environment: NodeJS.ProcessEnv): Configuration {
  const result = variables.safeParse(environment);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`);
  throw new Error(`The renderer cannot start with these environment variables.\n${problems.join('\n')}`);
}
