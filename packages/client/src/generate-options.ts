export interface GenerateOptions {
  /** Requests with the same key and body within 24 hours return the same file, job or batch and use no credit. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export const toRequestInit = ({ idempotencyKey, signal }: GenerateOptions) => ({
  headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  ...(signal === undefined ? {} : { signal }),
});

export interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** The service waits this long for the end of a job or a batch, in one request. */
const WAIT_SECONDS = 30;

export const toWaitInit = ({ signal }: WaitOptions) => ({
  headers: { Prefer: `wait=${WAIT_SECONDS}` },
  ...(signal === undefined ? {} : { signal }),
});
