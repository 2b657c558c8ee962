import { createRoute } from '@hono/zod-openapi';
import { createdRecovery, createRecovery as createRequest } from '../../../schema/console/recovery.ts';
import { readOrigin } from '../http/origin.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { createRecovery } from '../../verbs/people/recovery/recovery.ts';
import { operatedJson } from './operator-access.ts';
import { operatorCtx } from './operator-ctx.ts';

const creation = createRoute({
  hide: true,
  method: 'post',
  path: '/',
  middleware: operatedJson,
  request: jsonBody(createRequest),
  responses: { 201: jsonResponse('A link with which the person sets a new password', createdRecovery) },
});

export const recoveryRoutes = validatingRouter().openapi(creation, async (c) => {
  const { id, email, expiresAt, token } = await createRecovery(operatorCtx(c), c.req.valid('json').email);
  return c.json({ id, email, url: `${readOrigin(c)}/dashboard/recovery/${token}`, expiresAt }, 201);
});
