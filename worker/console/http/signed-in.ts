import { createMiddleware } from 'hono/factory';
import type { Person } from '../../../schema/console/session.ts';
import { ApiError } from '../../api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readSession } from '../identity/read-session.ts';
import '../context.ts';

/**
 * For a route that needs a session. It is read from the database each time, so a session that was ended is refused
 * at once, on every device.
 *
 * @throws {ApiError} `NOT_SIGNED_IN`
 */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  await identify(c);
  await next();
});

/** For a route for the operators of the instance. @throws {ApiError} `NOT_SIGNED_IN`, `INSUFFICIENT_ROLE` */
export const signedInOperator = createMiddleware<AppEnv>(async (c, next) => {
  const person = await identify(c);
  if (!person.operator) {
    throw new ApiError('INSUFFICIENT_ROLE', { message: 'Only operators of this installation can do this.' });
  }
  await next();
});

/** The person of the request. Reads the session once. @throws {ApiError} `NOT_SIGNED_IN` */
export async function identify(c: AppContext): Promise<Person> {
  if (c.var.person !== undefined) return c.var.person;
  const session = await c.var.phases.measure('session', () => readSession(c));
  if (session === null) throw new ApiError('NOT_SIGNED_IN');
  c.set('sessionId', session.id);
  c.set('person', session.person);
  c.set('caller', { personId: session.person.id });
  return session.person;
}

/** The person of a request that has passed {@link signedIn}. */
export function requirePerson(c: AppContext): Person {
  const { person } = c.var;
  if (person === undefined) throw new Error('A route for people without the session middleware');
  return person;
}

/** The session of a request that has passed {@link signedIn}. */
export function requireSessionId(c: AppContext): string {
  const { sessionId } = c.var;
  if (sessionId === undefined) throw new Error('A route for people without the session middleware');
  return sessionId;
}
