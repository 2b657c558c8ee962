import { z } from 'zod';
import type { SignIn } from '../../../schema/console/auth.ts';
import { person, type Session } from '../../../schema/console/session.ts';
import type { AppContext } from '../../http/context.ts';
import { askAuth } from './ask-auth.ts';
import { authOf, takeCookies } from './auth-of.ts';
import { describeSession } from './describe-session.ts';
import { guessing } from './guessing.ts';
import { deleteExpiredSessions } from './queries.ts';

const signedInBody = z.object({ user: person });

/** Opens a session with a password. @throws {ApiError} `INVALID_CREDENTIALS`, `RATE_LIMIT_EXCEEDED` */
export const signInWithPassword = async (c: AppContext, { email, password }: SignIn): Promise<Session> =>
  opened(c, await guessing(c, email, () => askAuth(c, 'POST', '/sign-in/email', { email, password })));

/** Opens a session with a passkey. @throws {ApiError} as above, and `VALIDATION_ERROR` */
export const signInWithPasskey = async (c: AppContext, response: unknown): Promise<Session> =>
  opened(c, await askAuth(c, 'POST', '/passkey/verify-authentication', { response }));

/** Opens the first session of somebody who was made a moment ago: that is no attempt to be counted. */
export async function signInNewcomer(c: AppContext, { email, password }: SignIn): Promise<Session> {
  const auth = await authOf(c);
  const { headers, response } = await auth.api.signInEmail({
    body: { email, password },
    headers: c.req.raw.headers,
    returnHeaders: true,
  });
  takeCookies(c, headers);
  return opened(c, response);
}

async function opened(c: AppContext, answered: unknown): Promise<Session> {
  const { services } = c.var;
  const { user } = signedInBody.parse(answered);
  c.set('person', user);
  await deleteExpiredSessions(services.database, user.id, new Date(services.now()));
  return describeSession(services, user);
}
