const RETRYABLE_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

const MAX_MESSAGE_CHARACTERS = 300;

export interface StoreErrorDetails {
  /** The store's own error code, such as `NoSuchBucket`. */
  readonly code?: string | undefined;
  /** The status that the store means: Supabase sends 400 for nearly everything. */
  readonly status?: number | undefined;
  /** By default, the status decides. */
  readonly retryable?: boolean;
  readonly secrets?: readonly string[];
  readonly cause?: unknown;
}

/** The message may be shown and stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: string | null;
  readonly status: number | null;
  readonly retryable: boolean;

  constructor(message: string, { code, status, retryable, secrets = [], cause }: StoreErrorDetails) {
    const text = code === undefined || message.startsWith(code) ? message : `${code}: ${message}`;
    super(
      withoutSecrets(text, secrets).slice(0, MAX_MESSAGE_CHARACTERS),
      cause === undefined ? {} : { cause },
    );
    this.code = code ?? null;
    this.status = status ?? null;
    this.retryable = retryable ?? (status === undefined || RETRYABLE_STATUS.has(status));
  }
}

/** The message of a refusal to which the store gave none. */
export const refusalWithoutMessage = (
  asked: 'put' | 'sign' | 'delete',
  bucket: string,
  status: number | undefined,
): string => {
  const answer = status === undefined ? 'no HTTP status' : `HTTP ${status}`;
  return `The store refused to ${asked} an object in the bucket "${bucket}" (${answer}).`;
};

/** A shorter secret would match inside ordinary words. */
const MIN_SECRET_CHARACTERS = 8;

/** Stores quote their input. Credentials must not reach a log or a file's record. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS)
    .reduce((safe, secret) => safe.replaceAll(secret, '[credentials]'), text);
}

export function toStoreError(error: unknown, secrets: readonly string[]): StoreError {
  if (error instanceof StoreError) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return new StoreError('The store did not answer in time.', { retryable: true, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new StoreError(`The store could not be reached: ${message}`, {
    retryable: true,
    secrets,
    cause: error,
  });
}
