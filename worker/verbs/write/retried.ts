import { WriteOutdated } from '../../adapters/d1/template-writes.ts';
import type { ApiError } from '../../lib/api-error.ts';

/** Of parallel writes, one succeeds in each round. So this many can run in parallel. */
const MAX_ATTEMPTS = 100;

/**
 * Plans and writes until what was planned still holds when it is written.
 *
 * @param exhausted is thrown if others keep changing the same rows
 */
export async function retried<Result>(attempt: () => Promise<Result>, exhausted: ApiError): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof WriteOutdated)) throw error;
    }
  }
  throw exhausted;
}
