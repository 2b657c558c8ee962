import { ApiError } from '../../lib/api-error.ts';

/** One of the parallel saves succeeds in each round, so this many saves can run in parallel. */
const MAX_ATTEMPTS = 100;

/**
 * Repeats a change until it is written.
 *
 * @param attempt returns false if the template was changed since it was read
 * @throws {ApiError} `TEMPLATE_CHANGED`
 */
export async function retried(attempt: () => Promise<boolean>): Promise<void> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) if (await attempt()) return;
  throw new ApiError('TEMPLATE_CHANGED');
}
