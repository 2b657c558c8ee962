import { WriteOutdated } from '../../adapters/d1/template-writes.ts';
import type { ApiError } from '../../lib/api-error.ts';

/** Of parallel writes in several isolates, one succeeds in each round. So this many can run in parallel. */
const MAX_ATTEMPTS = 100;

/** The write before can be one of a request that was cancelled, and never goes on. */
const MAX_WAIT_MS = 2_000;

/** The write of each workspace that began last in this isolate, until it ends. */
const last = new Map<string, Promise<void>>();

/**
 * Tries until what was read still holds when it is used.
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

/**
 * Plans and writes, like `retried`. Parallel writes of a workspace take turns: each would be planned and written again after every other
 * one, and the database keeps all workspaces waiting meanwhile.
 */
export async function writtenInTurn<Result>(
  { workspace: { id } }: { readonly workspace: { readonly id: string } },
  attempt: () => Promise<Result>,
  exhausted: ApiError,
): Promise<Result> {
  const before = last.get(id);
  const { promise, resolve } = Promise.withResolvers<void>();
  last.set(id, promise);
  try {
    if (before !== undefined) await waitFor(before);
    return await retried(attempt, exhausted);
  } finally {
    resolve();
    if (last.get(id) === promise) last.delete(id);
  }
}

async function waitFor(write: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, MAX_WAIT_MS);
  await Promise.race([write, late.promise]);
  clearTimeout(timer);
}
