/**
 * Waits for `work`, but not longer than `timeoutMs`. The work itself goes on.
 *
 * @throws the error that `timeoutError` returns
 */
export async function withTimeout<T>(
  work: PromiseLike<T>,
  timeoutMs: number,
  timeoutError: () => Error,
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(timeoutError()), Math.max(0, timeoutMs));
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
