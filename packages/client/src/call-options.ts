export interface CallOptions {
  /** Ends the call, its retries and its waits. */
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * Requests with the same key and body within 24 hours return the same file, job or batch and use no credit. Without a key,
   * each call creates one, and its retries use the same one.
   */
  readonly idempotencyKey?: string;
}

export interface WaitOptions extends CallOptions {
  /** The longest wait. The default is an hour. After it, `wait` throws a `PlatenTimeoutError`, and the job or batch goes on. */
  readonly timeoutMs?: number;
}
