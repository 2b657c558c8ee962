import { availableParallelism } from 'node:os';
import { PRINT_PATHS } from '@platen/print-engine';
import { z } from 'zod';
import { maxPagesMib, maxProcessMib, MIN_PROCESS_MIB, partMib } from './memory-bounds.ts';

/** A page with a small document takes this much at most. */
const PAGE_MIB = 128;

const wholeNumber = z.coerce.number().int().min(0);

const variables = z.object({
  /** Shared with the Worker. Every path except `/health` requires it. Several are separated by a space. */
  RENDERER_TOKEN: z.string().regex(/^\S{16,}( \S{16,})*$/, 'must have at least 16 characters'),
  PORT: wholeNumber.default(8080),
  HOST: z.string().default('0.0.0.0'),
  CHROMIUM: z.string().default('/usr/bin/chromium'),
  CONCURRENT_JOBS: wholeNumber
    .default(() => Math.max(1, Math.min(4 * availableParallelism(), Math.floor(maxPagesMib() / PAGE_MIB))))
    .pipe(z.number().min(1)),
  /** Each waiting job keeps its document in memory. Further jobs get a 503. */
  QUEUED_JOBS: wholeNumber.default(32 * availableParallelism()),
  /** In memory, a body costs up to eight times its size. */
  MAX_BODIES_MIB: wholeNumber.default(() => partMib(1 / 16)),
  MAX_PROCESS_MIB: wholeNumber.default(maxProcessMib).pipe(z.number().min(MIN_PROCESS_MIB)),
  MAX_PAGES_MIB: wholeNumber.default(maxPagesMib).pipe(z.number().min(MIN_PROCESS_MIB)),
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
