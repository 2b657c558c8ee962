import { z } from 'zod';
import { ApiError, invalidRequest } from '../../../lib/api-error.ts';
import { deleteExpiredGuests } from '../../../adapters/d1/identity.ts';
import type { AppContext } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import type { RateState } from '../../../objects/rate-limit/rate-window.ts';
import { AUTH_PATH, rateOf } from './auth.ts';
import { openAuth } from './open-auth.ts';

const problemBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/**
 * Sends a request to better-auth's router, which also counts attempts, and forwards its cookies. Deletes what has expired.
 *
 * @throws {ApiError} for better-auth's error
 */
export async function askAuth(
  c: AppContext,
  method: 'GET' | 'POST',
  path: string,
  input?: unknown,
): Promise<unknown> {
  const { auth, headers, forwardCookies } = await openAuth(c);
  const services = c.get('services');
  c.executionCtx.waitUntil(deleteExpiredGuests(services.database, new Date(services.now())));
  headers.set('Content-Type', 'application/json');
  headers.delete('Content-Length');
  // The origin was checked before, and some clients send none.
  headers.set('Origin', readOrigin(c));
  const request = new Request(`${readOrigin(c)}${AUTH_PATH}${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: JSON.stringify(input ?? {}) } : {}),
  });
  const response = await auth.handler(request);
  await forwardCookies(response.headers);
  if (response.status === 429) throw refusedByRate(c, path, response);
  const body: unknown = await response.json();
  if (!response.ok) throw readAuthError(response, problemBody.parse(body));
  return body;
}

/** @param rate that the response shows */
export function tooManyAttempts(c: AppContext, rate: RateState, retryAfterSeconds: number): ApiError {
  c.get('count').counted(rate, 'RATE_LIMIT_EXCEEDED');
  return new ApiError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many attempts. Try again later.',
    retryAfterSeconds,
  });
}

function refusedByRate(c: AppContext, path: string, { headers }: Response): ApiError {
  const retryAfterSeconds = Number(headers.get('X-Retry-After') ?? 60);
  const resetAt = Math.ceil(c.get('services').now() / 1_000) + retryAfterSeconds;
  return tooManyAttempts(c, { limit: rateOf(path).max, remaining: 0, resetAt }, retryAfterSeconds);
}

function readAuthError(
  response: Response,
  { code = '', message = '' }: z.infer<typeof problemBody>,
): ApiError {
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new ApiError('INVALID_CREDENTIALS');
    case 'INVALID_PASSWORD':
      return invalidRequest(['currentPassword: is wrong']);
    case 'AUTHENTICATION_FAILED':
      return new ApiError('INVALID_CREDENTIALS', {
        message: 'The passkey was refused. It must verify the person who uses it.',
      });
    case 'PASSKEY_NOT_FOUND':
      return new ApiError('INVALID_CREDENTIALS', { message: 'This passkey is not registered here.' });
    case 'CHALLENGE_NOT_FOUND':
    case 'FAILED_TO_VERIFY_REGISTRATION':
      return invalidRequest(['response: does not match the challenge; try again']);
    case 'SESSION_NOT_FRESH':
      return new ApiError('SESSION_NOT_FRESH');
    default:
      break;
  }
  if (response.status === 401) return new ApiError('NOT_SIGNED_IN');
  if (response.status < 500) return invalidRequest([message]);
  return new ApiError('INTERNAL_ERROR', { cause: `better-auth answered ${response.status} ${code}` });
}
