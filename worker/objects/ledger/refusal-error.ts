import { ApiError, rateLimited } from '../../lib/api-error.ts';
import type { Refused } from './protocol.ts';

export function refusalError({ refusal, retryAfterSeconds, until }: Refused): ApiError {
  if (refusal === 'RATE_LIMIT_EXCEEDED') return rateLimited(retryAfterSeconds ?? 0);
  const values = until === undefined ? undefined : { until: new Date(until).toISOString() };
  return new ApiError(refusal, { retryAfterSeconds, ...(values && { values }) });
}
