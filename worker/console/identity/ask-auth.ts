import { z } from 'zod';
import { ApiError, invalidRequest } from '../../api-error.ts';
import type { AppContext } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { AUTH_PATH } from './auth.ts';
import { authOf, takeCookies } from './auth-of.ts';

const problemBody = z.object({ code: z.string().optional(), message: z.string().optional() });

/**
 * Asks better-auth's router, which counts attempts, and passes on the cookies of its answer.
 *
 * @returns its JSON
 * @throws {ApiError} what it refused, in our words
 */
export async function askAuth(
  c: AppContext,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const auth = await authOf(c);
  const headers = new Headers(c.req.raw.headers);
  headers.set('Content-Type', 'application/json');
  headers.delete('Content-Length');
  // Where the request comes from, our own check has seen; some that passed it say nothing of it.
  headers.set('Origin', originOf(c));
  const request = new Request(`${originOf(c)}${AUTH_PATH}${path}`, {
    method,
    headers,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const response = await auth.handler(request);
  takeCookies(c, response.headers);
  const answered: unknown = await response.json();
  if (!response.ok) throw refusalOf(response, problemBody.parse(answered));
  return answered;
}

export const tooManyAttempts = (retryAfterSeconds: number): ApiError =>
  new ApiError('RATE_LIMIT_EXCEEDED', 'Too many attempts. Try again later.', { retryAfterSeconds });

function refusalOf(response: Response, { code = '', message = '' }: z.infer<typeof problemBody>): ApiError {
  if (response.status === 429) {
    const retryAfterSeconds = Number(response.headers.get('X-Retry-After') ?? 60);
    return tooManyAttempts(retryAfterSeconds);
  }
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new ApiError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.');
    case 'INVALID_PASSWORD':
      return invalidRequest(['currentPassword: is wrong']);
    case 'AUTHENTICATION_FAILED':
      return new ApiError('INVALID_CREDENTIALS', 'The passkey was refused: it must verify who is using it.');
    case 'PASSKEY_NOT_FOUND':
      return new ApiError('INVALID_CREDENTIALS', 'This passkey is not known here.');
    case 'CHALLENGE_NOT_FOUND':
    case 'FAILED_TO_VERIFY_REGISTRATION':
      return invalidRequest(['response: does not answer the challenge; try again']);
    case 'SESSION_NOT_FRESH':
      return new ApiError('SESSION_NOT_FRESH', 'This needs a sign-in of today: sign out and in again.');
    default:
      break;
  }
  if (response.status === 401) return new ApiError('NOT_SIGNED_IN', 'Sign in first.');
  if (response.status < 500) return invalidRequest([message]);
  return new ApiError('INTERNAL_ERROR', 'An unexpected error occurred.', {
    cause: `better-auth answered ${response.status} ${code}`,
  });
}
