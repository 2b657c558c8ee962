import { createRoute } from '@hono/zod-openapi';
import { sessionAnswer, setup as setupRequest } from '../../../schema/console/session.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { describeSession } from '../identity/describe-session.ts';
import { readSession } from '../identity/read-session.ts';
import { signInNewcomer } from '../identity/sign-in.ts';
import { setUp } from './set-up.ts';

const reading = createRoute({
  method: 'get',
  path: '/session',
  responses: { 200: jsonResponse('Who looks at the dashboard', sessionAnswer) },
});

const setup = createRoute({
  method: 'post',
  path: '/setup',
  middleware: readFormBody,
  request: jsonBody(setupRequest),
  responses: { 201: jsonResponse('The session of the new owner', sessionAnswer) },
});

/** What a page asks first, whoever looks at it. */
export const setupRoutes = validatingRouter()
  .openapi(reading, async (c) => {
    const session = await readSession(c);
    return c.json(answer(c, await describeSession(c.var.services, session?.person ?? null)), 200);
  })
  .openapi(setup, async (c) => {
    const input = c.req.valid('json');
    await setUp(c.var.services, input);
    return c.json(answer(c, await signInNewcomer(c, input)), 201);
  });
