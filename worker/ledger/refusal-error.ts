import { ApiError, rateLimited } from '../api-error.ts';
import type { Refusal } from './protocol.ts';

export const refusalError = (refused: { refusal: Refusal; retryAfterSeconds?: number }): ApiError => {
  const { refusal, retryAfterSeconds = 0 } = refused;
  return refusal === 'RATE_LIMIT_EXCEEDED'
    ? rateLimited(retryAfterSeconds)
    : new ApiError(refusal, { retryAfterSeconds: refused.retryAfterSeconds });
};
