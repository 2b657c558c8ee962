import { ApiError } from '../../lib/api-error.ts';
import type { JobError } from './jobs/job-protocol.ts';
import type { ReleaseReason } from './protocol.ts';

/** After the first attempt, the second, and so on. The last attempt has no wait after it (contract 13.3). */
const RETRY_WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const;

/** Another attempt may succeed. Other errors are those of the document, the data or the plan. */
const TRANSIENT: readonly string[] = [
  'SERVICE_BUSY',
  'PRINTS_LIMITED',
  'PDF_GENERATION_FAILED',
  'INTERNAL_ERROR',
];

/** A table row has at most this much of an error. */
const MAX_DETAILS = 20;
const MAX_TEXT = 1_000;

/**
 * Returns the time that the next attempt waits. It is null if there is none.
 *
 * @param attempts that were started
 * @param reason null if the attempt did not report its end
 */
export const retryWaitMs = (attempts: number, reason: ReleaseReason | null): number | null =>
  isTransient(reason) ? (RETRY_WAITS_MS[attempts - 1] ?? null) : null;

const isTransient = (reason: ReleaseReason | null): boolean =>
  reason === null || reason.errorCode === null || TRANSIENT.includes(reason.errorCode) || foundNoPage(reason);

/** No browser had room for the print in time: it was refused, or it timed out before it had a page. */
export const foundNoPage = ({ errorCode, pageMs }: ReleaseReason): boolean =>
  errorCode === 'SERVICE_BUSY' || (errorCode === 'REQUEST_TIMEOUT' && pageMs === 0);

export function toJobError(reason: ReleaseReason | null): JobError {
  const code = reason?.errorCode ?? 'PDF_GENERATION_FAILED';
  const { message, details } = reason?.problem ?? new ApiError(code);
  return {
    code,
    message: message.slice(0, MAX_TEXT),
    details: details.slice(0, MAX_DETAILS).map((detail) => detail.slice(0, MAX_TEXT)),
  };
}
