import { createRoute } from '@hono/zod-openapi';
import {
  type ListedSession,
  revokedSessionsAnswer,
  revokeSession,
  sessionsAnswer,
} from '../../../../schema/console/auth.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { requirePerson, requireSessionId, signedIn } from '../http/signed-in.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { askAuth } from '../identity/ask-auth.ts';
import { deleteSessions, findSessions, type SessionRow } from '../../../adapters/d1/identity.ts';

const listing = createRoute({
  method: 'get',
  path: '/list-sessions',
  middleware: signedIn,
  responses: { 200: jsonResponse('The sessions of the person', sessionsAnswer) },
});

const revocationResponses = { 200: jsonResponse('How many sessions ended', revokedSessionsAnswer) };

const revocation = createRoute({
  method: 'post',
  path: '/revoke-session',
  middleware: [signedIn, readFormBody],
  request: jsonBody(revokeSession),
  responses: revocationResponses,
});

const othersRevocation = createRoute({
  method: 'post',
  path: '/revoke-other-sessions',
  middleware: signedIn,
  responses: revocationResponses,
});

const allRevocation = createRoute({
  method: 'post',
  path: '/revoke-sessions',
  middleware: signedIn,
  responses: revocationResponses,
});

/** Sessions are named by id, never by token. */
export const sessionRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const services = c.get('services');
    const rows = await findSessions(services.database, requirePerson(c).id, new Date(services.now()));
    return c.json(answer(c, { sessions: rows.map((row) => describe(row, requireSessionId(c))) }), 200);
  })
  .openapi(revocation, async (c) => {
    const only = c.req.valid('json').id;
    const revoked = await deleteSessions(c.get('services').database, requirePerson(c).id, { only });
    return c.json(answer(c, { revoked }), 200);
  })
  .openapi(othersRevocation, async (c) => {
    const but = requireSessionId(c);
    const revoked = await deleteSessions(c.get('services').database, requirePerson(c).id, { but });
    return c.json(answer(c, { revoked }), 200);
  })
  .openapi(allRevocation, async (c) => {
    const revoked = await deleteSessions(c.get('services').database, requirePerson(c).id, 'all');
    // Deletes the cookie too.
    await askAuth(c, 'POST', '/sign-out');
    return c.json(answer(c, { revoked }), 200);
  });

const describe = (row: SessionRow, current: string): ListedSession => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.updatedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  ipAddress: row.ipAddress === '' ? null : row.ipAddress,
  userAgent: row.userAgent === '' ? null : row.userAgent,
  current: row.id === current,
});
