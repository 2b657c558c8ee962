import { createRoute } from '@hono/zod-openapi';
import { secretList } from '../../../schema/api/secrets.ts';
import { jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { listSecretStates } from '../../verbs/secrets/secret-states.ts';
import { operated } from './operator-access.ts';
import { operatorCtx } from './operator-ctx.ts';

const listing = createRoute({
  hide: true,
  method: 'get',
  path: '/',
  middleware: operated,
  responses: { 200: jsonResponse('The names of the secrets, and what needs the earlier ones', secretList) },
});

export const secretRoutes = validatingRouter().openapi(listing, async (c) =>
  c.json({ secrets: await listSecretStates(operatorCtx(c), c.get('operatorToken')) }, 200),
);
