import type { CallOptions, WaitOptions } from './call-options.ts';
import { PlatenTimeoutError } from './errors.ts';
import { Deadline, pause } from './pause.ts';

/** The service waits this long for the end of a job or a batch, in one request. */
const WAIT_SECONDS = 30;

const HOUR_MS = 3_600_000;

/** The shortest time between two requests, because a proxy may not let the service wait. */
const LEAST_MS = 1_000;

export interface WaitCall extends CallOptions {
  readonly headers: { readonly Prefer: string };
}

/** Reads a job or a batch again and again until it has ended. @throws {PlatenTimeoutError} */
export async function waitForEnd<Thing extends { readonly finishedAt: string | null }>(
  { timeoutMs = HOUR_MS, signal }: WaitOptions,
  read: (call: WaitCall) => Promise<Thing>,
): Promise<Thing> {
  const deadline = new Deadline(timeoutMs, signal);
  try {
    for (;;) {
      const startedAt = Date.now();
      const thing = await read({ signal: deadline.signal, headers: { Prefer: `wait=${WAIT_SECONDS}` } });
      if (thing.finishedAt !== null) return thing;
      await pause(Math.max(0, startedAt + LEAST_MS - Date.now()), deadline.signal);
    }
  } catch (error) {
    if (!deadline.isOver) throw error;
    throw new PlatenTimeoutError(`The job or batch did not end within ${timeoutMs} ms.`, { cause: error });
  } finally {
    deadline.clear();
  }
}
