import { HTTPException } from 'hono/http-exception';
import type { ErrorBody } from '../../schema/api/error-body.ts';
import { type AnsweredCode, ApiError, invalidRequest, STATUS_OF } from '../api-error.ts';
import { withoutValues } from '../database.ts';
import { toApiError } from '../to-api-error.ts';
import type { AppContext } from './context.ts';

/** People have sessions, for which no scheme is registered; a name of our own opens no browser's dialog. */
const SCHEMES: Partial<Record<AnsweredCode, string>> = {
  NOT_SIGNED_IN: 'Session',
  INVALID_CREDENTIALS: 'Session',
};

/** The one place that turns errors into HTTP. What is not named here is told nothing but its request id. */
export function handleError(error: unknown, c: AppContext): Response {
  const known = isRefusalOfHono(error) ? invalidRequest([`body: ${error.message}`]) : toApiError(error);
  if (known.cause !== undefined) logCause(known, c);
  return renderError(known, c);
}

export function renderError(error: ApiError, c: AppContext): Response {
  c.set('errorCode', error.code);
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: error.message,
      ...(error.details.length > 0 ? { details: [...error.details] } : {}),
      requestId: c.var.requestId,
      timestamp: new Date().toISOString(),
    },
  };
  if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
  const status = STATUS_OF[error.code];
  // Per RFC 9110 (15.5.2), a 401 names a scheme that would be accepted; an error that takes its place does not.
  c.header('WWW-Authenticate', status === 401 ? (SCHEMES[error.code] ?? 'Bearer') : undefined);
  return c.json(body, status);
}

/** Hono's own: a body that it could not take. */
const isRefusalOfHono = (error: unknown): error is HTTPException =>
  error instanceof HTTPException && error.status < 500;

/** For the operator: the cause behind an answer that does not tell it. */
function logCause(error: ApiError, c: AppContext): void {
  const failure = withoutValues(error.cause);
  const cause = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  console.error(JSON.stringify({ event: 'cause', requestId: c.var.requestId, code: error.code, cause }));
}
