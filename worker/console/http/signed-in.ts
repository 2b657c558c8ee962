import { createMiddleware } from 'hono/factory';
import type { Person } from '../../../schema/console/session.ts';
import { ApiError } from '../../api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readSession } from '../identity/read-session.ts';

/**
 * Finds the person of the request's session. The session is read from the database each time, so one that
 * was ended is refused at once, on every device.
 *
 * @throws {ApiError} `NOT_SIGNED_IN`
 */
export const signedIn = createMiddleware<AppEnv>(async (c, next) => {
  await identify(c);
  await next();
});

/** For those who run the instance. @throws {ApiError} `NOT_SIGNED_IN`, `INSUFFICIENT_ROLE` */
export const operating = createMiddleware<AppEnv>(async (c, next) => {
  const person = await identify(c);
  if (!person.operator)
    throw new ApiError('INSUFFICIENT_ROLE', 'Only operators of this instance may do this.');
  await next();
});

/** The person of the request, once asked for. @throws {ApiError} `NOT_SIGNED_IN` */
export async function identify(c: AppContext): Promise<Person> {
  if (c.var.person !== undefined) return c.var.person;
  const session = await c.var.phases.measure('session', () => readSession(c));
  if (session === null) throw new ApiError('NOT_SIGNED_IN', 'Sign in first.');
  c.set('sessionId', session.id);
  c.set('person', session.person);
  return session.person;
}

/** The person of a request that has passed {@link signedIn}. */
export function personOf(c: AppContext): Person {
  const { person } = c.var;
  if (person === undefined) throw new Error('A route of people without a session');
  return person;
}

/** The session of a request that has passed {@link signedIn}. */
export function sessionIdOf(c: AppContext): string {
  const { sessionId } = c.var;
  if (sessionId === undefined) throw new Error('A route of people without a session');
  return sessionId;
}
