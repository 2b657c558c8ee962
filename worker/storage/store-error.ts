/** HTTP statuses after which the same request may well succeed. */
const RETRYABLE_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The longest text of a store that is kept. */
const MAX_MESSAGE_CHARACTERS = 300;

export interface StoreErrorDetails {
  /** The store's own name of the error, such as `NoSuchBucket`. */
  readonly code?: string | undefined;
  /** The HTTP status that the store means, which is not always the one that it sends. */
  readonly status?: number | undefined;
  /** Whether trying again soon makes sense; by default the status says. */
  readonly retryable?: boolean;
  /** Texts that must not appear in the message. */
  readonly secrets?: readonly string[];
  readonly cause?: unknown;
}

/** An external store refused, failed, or could not be reached. The message is fit to be shown and kept. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: string | null;
  readonly status: number | null;
  readonly retryable: boolean;

  constructor(words: string, { code, status, retryable, secrets = [], cause }: StoreErrorDetails) {
    const text = code === undefined || words.startsWith(code) ? words : `${code}: ${words}`;
    super(
      withoutSecrets(text, secrets).slice(0, MAX_MESSAGE_CHARACTERS),
      cause === undefined ? {} : { cause },
    );
    this.code = code ?? null;
    this.status = status ?? null;
    this.retryable = retryable ?? (status === undefined || RETRYABLE_STATUS.has(status));
  }
}

/** A shorter text is no secret, and would be found inside ordinary words. */
const MIN_SECRET_CHARACTERS = 8;

/** Stores quote what they were sent; a service's log or a file's record is no place for it. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
    .reduce((safe, secret) => safe.replaceAll(secret, '[credentials]'), text);
}

/** What `fetch` or a stream threw, as a {@link StoreError}. */
export function toStoreError(error: unknown, secrets: readonly string[]): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new StoreError('The store did not answer in time.', { retryable: true, cause: error });
  }
  const words = error instanceof Error ? error.message : String(error);
  return new StoreError(`The store could not be reached: ${words}`, {
    retryable: true,
    secrets,
    cause: error,
  });
}
