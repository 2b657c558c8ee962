/** Contract 8.2. */
const RETRIED_FOR_MS = 24 * 60 * 60 * 1_000;

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;

/** The request that makes the file makes this many attempts, without a wait between them. */
const FIRST_ATTEMPTS = 3;

/** The shortest wait after an error that a person must fix, such as a missing bucket. */
const PERMANENT_ERROR_WAIT_MS = 10 * 60 * 1_000;

interface FailedCopy {
  /** Attempts that were made. */
  readonly attempts: number;
  /** The error may go away by itself. */
  readonly retryable: boolean;
  readonly createdAt: number;
}

/** The time at which a copy is tried again. It is null if it is not. */
export function nextCopyAttempt({ attempts, retryable, createdAt }: FailedCopy, now: number): number | null {
  const doublings = Math.max(0, attempts - FIRST_ATTEMPTS);
  const doubledMs = Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS);
  const dueAt = now + (retryable ? doubledMs : Math.max(doubledMs, PERMANENT_ERROR_WAIT_MS));
  return dueAt > createdAt + RETRIED_FOR_MS ? null : dueAt;
}
