import { z } from 'zod';
import type { SignIn } from '../../../../schema/console/auth.ts';
import { person, type Session } from '../../../../schema/console/session.ts';
import type { AppContext } from '../../http/context.ts';
import { askAuth } from './ask-auth.ts';
import { describeSession } from './describe-session.ts';
import { limitFailedSignIns } from './limit-failed-sign-ins.ts';
import { openAuth } from './open-auth.ts';
import { SignInLine } from '../../../lib/sign-in-line.ts';
import { deleteExpiredSessions } from '../../../adapters/d1/identity.ts';

const signedInBody = z.object({ user: person });

const line = new SignInLine();

/** @throws {ApiError} `INVALID_CREDENTIALS`, `RATE_LIMIT_EXCEEDED`, `SERVICE_BUSY` */
export async function signInWithPassword(c: AppContext, { email, password }: SignIn): Promise<Session> {
  const attempt = () => line.attempt(() => askAuth(c, 'POST', '/sign-in/email', { email, password }));
  return finishSignIn(c, await limitFailedSignIns(c, email, attempt));
}

/** @throws {ApiError} `INVALID_CREDENTIALS`, `RATE_LIMIT_EXCEEDED`, `VALIDATION_ERROR` */
export const signInWithPasskey = async (c: AppContext, response: unknown): Promise<Session> =>
  finishSignIn(c, await askAuth(c, 'POST', '/passkey/verify-authentication', { response }));

/** Not counted as an attempt. */
export async function signInNewcomer(c: AppContext, { email, password }: SignIn): Promise<Session> {
  const { auth, headers, forwardCookies } = await openAuth(c);
  const answered = await auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true });
  await forwardCookies(answered.headers);
  return finishSignIn(c, answered.response);
}

async function finishSignIn(c: AppContext, body: unknown): Promise<Session> {
  const services = c.get('services');
  const { user } = signedInBody.parse(body);
  c.set('caller', { personId: user.id });
  await deleteExpiredSessions(services.database, user.id, new Date(services.now()));
  return describeSession({ services }, user);
}
