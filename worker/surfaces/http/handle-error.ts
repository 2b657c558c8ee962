import { HTTPException } from 'hono/http-exception';
import { NO_UNKNOWN_FIELDS, toProblems } from '../../../compose/unknown-fields/index.ts';
import { type ErrorBody, PROBLEM_TYPE, type ProblemBody } from '../../../schema/api/error-body.ts';
import { errorPage } from '../../../schema/api/error-page.ts';
import { type AnsweredCode, ApiError, CATALOGUE, invalidRequest } from '../../lib/api-error.ts';
import { logCause } from '../../adapters/d1/log-cause.ts';
import { isCancelled } from '../../lib/is-cancelled.ts';
import { toApiError } from '../../lib/to-api-error.ts';
import type { AppContext } from './context.ts';
import { preferredType } from './preferred-type.ts';

/** No scheme is registered for sessions. With an unknown scheme, browsers show no sign-in dialog. */
const SCHEMES: Partial<Record<AnsweredCode, string>> = {
  NOT_SIGNED_IN: 'Session',
  INVALID_CREDENTIALS: 'Session',
};

/** Nobody receives the answer. The status is for the log line; nginx writes the same one. */
const CLIENT_CLOSED_REQUEST = 499;

export function handleError(error: unknown, c: AppContext): Response {
  if (isCancelled(error)) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  const known = isHonoError(error) ? invalidRequest([`body: ${error.message}`]) : toApiError(error);
  logCause(known, c.get('requestId'));
  return renderError(known, c);
}

export function renderError(error: ApiError, c: AppContext): Response {
  const answered = describeError(error, c);
  if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
  const page = addressOfPage(error.code, c);
  c.header('Link', `<${page}>; rel="help"`);
  const { status } = CATALOGUE[error.code];
  // Per RFC 9110 (15.5.2), a 401 names a scheme. An error that replaces a 401 must not.
  c.header('WWW-Authenticate', status === 401 ? (SCHEMES[error.code] ?? 'Bearer') : undefined);
  if (preferredType(c.req.header('Accept'), ['application/json', PROBLEM_TYPE]) === PROBLEM_TYPE) {
    return c.json(toProblem(answered, page, status), status, { 'Content-Type': PROBLEM_TYPE });
  }
  return c.json({ error: answered } satisfies ErrorBody, status);
}

/** @param page the address that explains the code */
export function toProblem(
  { message, ...error }: ErrorBody['error'],
  page: string,
  status: number,
): ProblemBody {
  const words = error.code.toLowerCase().replaceAll('_', ' ');
  const title = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return { type: page, title, status, detail: message, ...error };
}

/** Returns what the client gets, and notes it for the log and the counts of the workspace. */
export function describeError(error: ApiError, c: AppContext): ErrorBody['error'] {
  const details = [...error.details, ...unknownFieldsBeside(error, c)];
  const answered = {
    code: error.code,
    message: error.message,
    ...(details.length > 0 ? { details } : {}),
    requestId: c.get('requestId'),
    timestamp: new Date().toISOString(),
  };
  c.set('error', answered);
  return answered;
}

/** What is wrong may be the name of a field: `assets` for `asset`. Source: contract 1.2. */
function unknownFieldsBeside({ code, details }: ApiError, c: AppContext): string[] {
  if (code !== 'VALIDATION_ERROR') return [];
  return toProblems(c.get('unknownFields') ?? NO_UNKNOWN_FIELDS).filter((one) => !details.includes(one));
}

/** Works also if the services could not be built. */
const addressOfPage = (code: AnsweredCode, c: AppContext): string =>
  new URL(errorPage(code), c.get('services')?.variables.PUBLIC_URL ?? c.req.url).href;

const isHonoError = (error: unknown): error is HTTPException =>
  error instanceof HTTPException && error.status < 500;
