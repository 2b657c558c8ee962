/**
 * Waits for `work`, but not longer than `timeoutMs`. The work itself is not stopped.
 *
 * @param onTimeout returns the result to use when the time is over, or throws
 */
export async function withTimeout<T>(
  work: PromiseLike<T>,
  timeoutMs: number,
  onTimeout: () => T,
): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, timeoutMs));
  try {
    return await Promise.race([work, timeout.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
