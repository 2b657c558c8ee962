import { HTTPException } from 'hono/http-exception';
import { InvalidComposition, TemplateError } from '../../compose/errors.ts';
import { PdfTooLarge, PrintFailed, PrintTimeout, UnprintableJob } from '../../renderer/renderer.ts';
import type { ErrorBody } from '../../schema/api/error-body.ts';
import { ERROR_STATUS } from '../../schema/api/errors.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { AppContext } from './context.ts';

/** The one place that turns errors into HTTP. What is not named here is told nothing but its request id. */
export function handleError(error: unknown, c: AppContext): Response {
  const known = toApiError(error);
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
  // Per RFC 9110 (15.5.2), a 401 names a scheme that would be accepted.
  if (ERROR_STATUS[error.code] === 401) c.header('WWW-Authenticate', 'Bearer');
  return c.json(body, ERROR_STATUS[error.code]);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TemplateError) {
    return new ApiError('TEMPLATE_COMPILATION_ERROR', error.message, { details: error.details });
  }
  if (error instanceof InvalidComposition) return invalidRequest(error.details);
  if (error instanceof UnprintableJob) return invalidRequest([error.detail]);
  if (error instanceof PrintTimeout) {
    return new ApiError('REQUEST_TIMEOUT', "The generation exceeded the plan's timeout.", { cause: error });
  }
  if (error instanceof PdfTooLarge) {
    return new ApiError('FILE_TOO_LARGE', "The generated PDF exceeds the plan's size limit.", {
      cause: error,
    });
  }
  if (error instanceof PrintFailed) {
    return new ApiError('PDF_GENERATION_FAILED', 'The PDF could not be generated.', { cause: error });
  }
  // Hono's own: a body that it could not take.
  if (error instanceof HTTPException && error.status < 500) return invalidRequest([`body: ${error.message}`]);
  return new ApiError('INTERNAL_ERROR', 'An unexpected error occurred.', { cause: error });
}

/** For the operator: the cause behind an answer that does not tell it. */
function logCause(error: ApiError, c: AppContext): void {
  const cause =
    error.cause instanceof Error ? (error.cause.stack ?? error.cause.message) : String(error.cause);
  console.error(JSON.stringify({ event: 'cause', requestId: c.var.requestId, code: error.code, cause }));
}
