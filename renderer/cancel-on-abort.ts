import { PrintCancelled } from '@platen/print-engine';

/** The time that a renderer has to answer after it was asked to cancel a job. */
const CONFIRMATION_MS = 1_000;

/**
 * When the signal aborts, calls `cancel` and still waits for the answer: it says how long the job has used a page.
 *
 * @param cancel asks the renderer to end the job
 * @throws {PrintCancelled} the renderer did not answer in time
 */
export async function cancelOnAbort<T>(
  answer: PromiseLike<T>,
  signal: AbortSignal | undefined,
  cancel: () => PromiseLike<unknown>,
): Promise<T> {
  if (signal === undefined) return answer;
  const { promise: unconfirmed, reject } = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const onAbort = () => {
    Promise.resolve(cancel()).catch(() => {});
    timer = setTimeout(() => reject(new PrintCancelled('not confirmed')), CONFIRMATION_MS);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([answer, unconfirmed]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (timer) clearTimeout(timer);
  }
}
