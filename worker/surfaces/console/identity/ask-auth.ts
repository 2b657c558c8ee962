import { z } from 'zod';
import { ApiError, invalidRequest } from '../../../lib/api-error.ts';
import { deleteExpiredGuests } from '../../../adapters/d1/identity.ts';
import type { AppContext } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { AUTH_PATH } from './auth.ts';
import { forwardCookies, openAuth } from './open-auth.ts';

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
  const { auth, headers } = await openAuth(c);
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
  forwardCookies(c, response.headers);
  const body: unknown = await response.json();
  if (!response.ok) throw readAuthError(response, problemBody.parse(body));
  return body;
}

export const tooManyAttempts = (retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many attempts. Try again later.',
    retryAfterSeconds,
  });

function readAuthError(
  response: Response,
  { code = '', message = '' }: z.infer<typeof problemBody>,
): ApiError {
  if (response.status === 429) return tooManyAttempts(Number(response.headers.get('X-Retry-After') ?? 60));
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
