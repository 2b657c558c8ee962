import { WriteOutdated } from '../../adapters/d1/template-writes.ts';
import type { ApiError } from '../../lib/api-error.ts';

/** Of parallel writes in several isolates, one succeeds in each round. So this many can run in parallel. */
const MAX_ATTEMPTS = 100;

/** As long as no write of the workspace ends: that of a request that was cancelled never goes on. */
const MAX_WAIT_MS = 2_000;

/** The writes of a workspace in this isolate. */
interface Turns {
  /** Ends with the write that began last. */
  last: Promise<void>;
  ended: number;
  /** How long the last one took that ended. */
  tookMs: number;
}

const turnsOf = new Map<string, Turns>();

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
  const turns = turnsOf.get(id) ?? { last: Promise.resolve(), ended: 0, tookMs: 0 };
  const before = turns.last;
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.last = promise;
  const isFirst = !turnsOf.has(id);
  turnsOf.set(id, turns);
  if (!isFirst) await waitForTurn(before, turns);
  const startedAt = Date.now();
  try {
    return await retried(attempt, exhausted);
  } finally {
    turns.ended += 1;
    turns.tookMs = Date.now() - startedAt;
    resolve();
    if (turns.last === promise) turnsOf.delete(id);
  }
}

/** The other workspaces have as much time as the write before took. */
async function waitForTurn(before: Promise<void>, turns: Turns): Promise<void> {
  let isLate: boolean;
  let ended: number;
  do {
    ended = turns.ended;
    isLate = await isLater(before, MAX_WAIT_MS);
  } while (isLate && turns.ended !== ended);
  await new Promise((resolve) => setTimeout(resolve, Math.min(turns.tookMs, MAX_WAIT_MS)));
}

async function isLater(write: Promise<void>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(true), ms);
  const isLate = await Promise.race([write.then(() => false), late.promise]);
  clearTimeout(timer);
  return isLate;
}
