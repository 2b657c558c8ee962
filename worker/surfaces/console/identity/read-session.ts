import type { Person } from '../../../../schema/console/session.ts';
import type { AppContext } from '../../http/context.ts';
import { openAuth } from './open-auth.ts';

export interface OpenSession {
  readonly id: string;
  readonly person: Person;
}

/** Extends the session once a day. It is null if the request has none. */
export async function readSession(c: AppContext): Promise<OpenSession | null> {
  const { auth, headers, forwardCookies } = await openAuth(c);
  const answered = await auth.api.getSession({ headers, returnHeaders: true });
  const { response } = answered;
  await forwardCookies(answered.headers);
  if (response === null) return null;
  const { id, name, email, operator } = response.user;
  return { id: response.session.id, person: { id, name, email, operator } };
}
