import { createRoute } from '@hono/zod-openapi';
import { sessionAnswer, setup as setupRequest } from '../../../../schema/console/session.ts';
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
  responses: { 200: jsonResponse('The session, or the state of the setup', sessionAnswer) },
});

const setup = createRoute({
  method: 'post',
  path: '/setup',
  middleware: readFormBody,
  request: jsonBody(setupRequest),
  responses: { 201: jsonResponse('The session of the new owner', sessionAnswer) },
});

export const setupRoutes = validatingRouter()
  .openapi(reading, async (c) => {
    const session = await readSession(c);
    const services = c.get('services');
    return c.json(answer(c, await describeSession({ services }, session?.person ?? null)), 200);
  })
  .openapi(setup, async (c) => {
    const input = c.req.valid('json');
    const services = c.get('services');
    await setUp({ services }, input);
    return c.json(answer(c, await signInNewcomer(c, input)), 201);
  });
