import { createMiddleware } from 'hono/factory';
import type { Person } from '../../../../schema/console/session.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readSession } from '../identity/read-session.ts';
import '../context.ts';

/**
 * Reads the session from the database each time, so that an ended session is refused at once.
 *
 * @throws {ApiError} `NOT_SIGNED_IN`
 */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  await identify(c);
  await next();
});

/** @throws {ApiError} `NOT_SIGNED_IN`, `INSUFFICIENT_ROLE` */
export const signedInOperator = createMiddleware<AppEnv>(async (c, next) => {
  const person = await identify(c);
  if (!person.operator) {
    throw new ApiError('INSUFFICIENT_ROLE', { message: 'Only operators of this installation can do this.' });
  }
  await next();
});

/** @throws {ApiError} `NOT_SIGNED_IN` */
export async function identify(c: AppContext): Promise<Person> {
  const known = c.get('person');
  if (known !== undefined) return known;
  const session = await c.get('phases').measure('session', () => readSession(c));
  if (session === null) throw new ApiError('NOT_SIGNED_IN');
  c.set('sessionId', session.id);
  c.set('person', session.person);
  c.set('caller', { personId: session.person.id });
  return session.person;
}

/** For routes with {@link signedIn}. */
export function requirePerson(c: AppContext): Person {
  const person = c.get('person');
  if (person === undefined) throw new Error('A route for people without the session middleware');
  return person;
}

/** For routes with {@link signedIn}. */
export function requireSessionId(c: AppContext): string {
  const sessionId = c.get('sessionId');
  if (sessionId === undefined) throw new Error('A route for people without the session middleware');
  return sessionId;
}
