import {
  type ListedSession,
  revokedSessionsAnswer,
  revokeSession,
  sessionsAnswer,
} from '../../../../schema/console/auth.ts';
import { deleteSessions, findSessions, type SessionRow } from '../../../adapters/d1/identity.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { type PersonCtx, personRoute } from '../http/person-routes.ts';
import { requireSessionId } from '../http/signed-in.ts';
import { askAuth } from '../identity/ask-auth.ts';

const list = verbRoute({
  method: 'get',
  path: '/list-sessions',
  answer: sessionsAnswer,
  async run({ services, person }: PersonCtx, _, c) {
    const rows = await findSessions(services.database, person.id, new Date(services.now()));
    return { data: { sessions: rows.map((row) => describe(row, requireSessionId(c))) } };
  },
});

const revoke = verbRoute({
  method: 'post',
  path: '/revoke-session',
  body: revokeSession,
  answer: revokedSessionsAnswer,
  run: async ({ services, person }: PersonCtx, { id: only }) => ({
    data: { revoked: await deleteSessions(services.database, person.id, { only }) },
  }),
});

const revokeOthers = verbRoute({
  method: 'post',
  path: '/revoke-other-sessions',
  answer: revokedSessionsAnswer,
  run: async ({ services, person }: PersonCtx, _, c) => ({
    data: { revoked: await deleteSessions(services.database, person.id, { but: requireSessionId(c) }) },
  }),
});

const revokeAll = verbRoute({
  method: 'post',
  path: '/revoke-sessions',
  answer: revokedSessionsAnswer,
  async run({ services, person }: PersonCtx, _, c) {
    const revoked = await deleteSessions(services.database, person.id, 'all');
    // Deletes the cookie too.
    await askAuth(c, 'POST', '/sign-out');
    return { data: { revoked } };
  },
});

/** Sessions are named by id, never by token. */
export const sessionRoutes = routerOf([
  personRoute(list, 'The sessions of the person'),
  personRoute(revoke, 'How many sessions ended'),
  personRoute(revokeOthers, 'How many sessions ended'),
  personRoute(revokeAll, 'How many sessions ended'),
]);

const describe = (row: SessionRow, current: string): ListedSession => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.updatedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  ipAddress: row.ipAddress === '' ? null : row.ipAddress,
  userAgent: row.userAgent === '' ? null : row.userAgent,
  current: row.id === current,
});
