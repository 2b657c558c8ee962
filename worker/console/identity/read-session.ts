import type { Person } from '../../../schema/console/session.ts';
import type { AppContext } from '../../http/context.ts';
import { authOf, takeCookies } from './auth-of.ts';

export interface OpenSession {
  readonly id: string;
  readonly person: Person;
}

/** The session that the request's cookie stands for, prolonged where a day has passed; null without one. */
export async function readSession(c: AppContext): Promise<OpenSession | null> {
  const auth = await authOf(c);
  const { headers, response } = await auth.api.getSession({
    headers: c.req.raw.headers,
    returnHeaders: true,
  });
  takeCookies(c, headers);
  if (response === null) return null;
  const { id, name, email, operator } = response.user;
  return { id: response.session.id, person: { id, name, email, operator } };
}
