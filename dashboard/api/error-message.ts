import { RequestError } from './request-error.ts';

export const UNEXPECTED_ERROR = 'An unexpected error occurred. Reload the page and try again.';

/** An error in one line, with the request id: for notifications. */
export function toErrorMessage(error: unknown): string {
  if (!(error instanceof RequestError)) return UNEXPECTED_ERROR;
  const { code, message, details, requestId } = error;
  // The details of a template error are an excerpt, which the editor shows.
  const parts = code === 'TEMPLATE_COMPILATION_ERROR' ? [message] : [message, ...details];
  return [...parts, ...(requestId === null ? [] : [`Request ${requestId}`])].join(' · ');
}
