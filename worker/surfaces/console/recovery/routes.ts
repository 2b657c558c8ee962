import { createRoute, z } from '@hono/zod-openapi';
import { recoveryPreviewAnswer, recoveryUse } from '../../../../schema/console/recovery.ts';
import { sessionAnswer } from '../../../../schema/console/session.ts';
import { answer } from '../../http/answer.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { openRecovery, recover } from '../../../verbs/people/recovery/recovery.ts';
import { signInNewcomer } from '../identity/sign-in.ts';

const params = z.object({ token: z.string() });

const preview = createRoute({
  method: 'get',
  path: '/{token}',
  request: { params },
  responses: { 200: jsonResponse('Whose password the link sets', recoveryPreviewAnswer) },
});

const use = createRoute({
  method: 'post',
  path: '/{token}',
  middleware: readFormBody,
  request: { params, ...jsonBody(recoveryUse) },
  responses: { 200: jsonResponse('The session of the person, with the new password', sessionAnswer) },
});

export const recoveryRoutes = validatingRouter()
  .openapi(preview, async (c) => {
    const services = c.get('services');
    const { name, email, expiresAt } = await openRecovery({ services }, c.req.valid('param').token);
    return c.json(answer(c, { name, email, expiresAt }), 200);
  })
  .openapi(use, async (c) => {
    const services = c.get('services');
    const { password } = c.req.valid('json');
    const { email } = await recover({ services }, c.req.valid('param').token, password);
    return c.json(answer(c, await signInNewcomer(c, { email, password })), 200);
  });
