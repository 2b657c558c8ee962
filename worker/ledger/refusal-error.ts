import { ApiError } from '../api-error.ts';
import type { Refusal } from './protocol.ts';

const MESSAGES: Readonly<Record<Refusal, string>> = {
  API_KEY_REVOKED: 'The API key was revoked.',
  WORKSPACE_NOT_FOUND: 'The workspace of the API key does not exist.',
  RATE_LIMIT_EXCEEDED: 'Too many requests.',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used with another body in the last 24 hours.',
  NO_CREDITS_AVAILABLE: 'No quota or credits remain for this month.',
  REQUEST_TIMEOUT: "The generation exceeded the plan's timeout.",
};

/** A refusal of the ledger as the client is told it. The rate limit's says when to retry (section 7.2). */
export function refusalError({
  refusal,
  retryAfterSeconds,
}: {
  refusal: Refusal;
  retryAfterSeconds?: number;
}): ApiError {
  const message =
    refusal === 'RATE_LIMIT_EXCEEDED'
      ? `${MESSAGES[refusal]} Retry after ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`
      : MESSAGES[refusal];
  return new ApiError(refusal, message, { retryAfterSeconds });
}
