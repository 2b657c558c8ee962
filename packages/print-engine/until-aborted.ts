import { PrintCancelled } from './failures.ts';

/** Stops waiting when the signal aborts. The work itself is not stopped. @throws {PrintCancelled} */
export async function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new PrintCancelled('cancelled while it printed'));
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** @throws {PrintCancelled} */
export function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PrintCancelled('cancelled before it printed');
}
