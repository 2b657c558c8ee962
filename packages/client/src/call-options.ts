export interface CallOptions {
  /** Ends the call, its retries and its waits. */
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /**
   * Requests with the same key and body within 24 hours return the same file, job or batch and use no credit. Without a key,
   * each call makes one of its own, which its retries share.
   */
  readonly idempotencyKey?: string;
}

export interface WaitOptions extends CallOptions {
  /** The default is an hour. Then the wait ends with a `PlatenTimeoutError`, and what was waited for goes on. */
  readonly timeoutMs?: number;
}
