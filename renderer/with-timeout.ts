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
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, Math.max(0, timeoutMs));
  try {
    return await Promise.race([work, timeout.promise.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}
