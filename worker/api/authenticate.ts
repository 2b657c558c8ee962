import { createMiddleware } from 'hono/factory';
import type { ErrorCode } from '../../schema/api/errors.ts';
import type { Permission } from '../../schema/permissions.ts';
import { ApiError } from '../api-error.ts';
import { findKey } from '../keys/find-key.ts';
import { refusalOf } from '../keys/key-record.ts';
import type { AppContext, AppEnv } from '../http/context.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  API_KEY_REVOKED: 'The API key was revoked.',
  API_KEY_EXPIRED: 'The API key is past its expiration date.',
  WORKSPACE_NOT_FOUND: 'The workspace of the API key does not exist.',
  INSUFFICIENT_PERMISSIONS: 'The API key lacks the permission for this operation.',
};

/**
 * Finds the request's key and checks that it may do this. `null` asks for any key. A known key is left
 * in the context before it is refused, because its workspace counts the request all the same (decision 9).
 */
export const authenticate = (permission: Permission | null) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { services, phases, arrivedAt } = c.var;
    const value = presentedKey(c);
    const key =
      value === null
        ? null
        : await phases.measure('auth', () => findKey(services.database, value, arrivedAt));
    if (key === null) {
      const problem = value === null ? 'is missing' : 'does not exist or is incorrect';
      throw new ApiError('INVALID_API_KEY', `The API key ${problem}.`);
    }
    c.set('key', key);
    const refusal = refusalOf(key, permission, arrivedAt);
    if (refusal !== null) throw new ApiError(refusal, MESSAGES[refusal] ?? 'The API key was refused.');
    await next();
  });

/** Source: specification, section 5.1. The recommended header wins where both are sent. */
function presentedKey(c: AppContext): string | null {
  const header = c.req.header('X-API-Key');
  if (header !== undefined) return header.trim();
  const [, bearer] = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return bearer ?? null;
}
