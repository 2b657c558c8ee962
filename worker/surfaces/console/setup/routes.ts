import { sessionAnswer, setup as setupRequest } from '../../../../schema/console/session.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { guestRoute } from '../http/person-routes.ts';
import { describeSession } from '../identity/describe-session.ts';
import { readSession } from '../identity/read-session.ts';
import { signInNewcomer } from '../identity/sign-in.ts';
import { setUp } from './set-up.ts';

const read = verbRoute({
  method: 'get',
  path: '/session',
  answer: sessionAnswer,
  async run(ctx: BaseCtx, _, c) {
    const session = await readSession(c);
    return { data: await describeSession(ctx, session?.person ?? null) };
  },
});

const setup = verbRoute({
  method: 'post',
  path: '/setup',
  body: setupRequest,
  status: 201,
  answer: sessionAnswer,
  async run(ctx: BaseCtx, input, c) {
    await setUp(ctx, input);
    return { data: await signInNewcomer(c, input) };
  },
});

export const setupRoutes = routerOf([
  guestRoute(read, 'The session, or the state of the setup'),
  guestRoute(setup, 'The session of the new owner'),
]);
