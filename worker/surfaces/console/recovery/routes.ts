import { z } from '@hono/zod-openapi';
import { recoveryPreviewAnswer, recoveryUse } from '../../../../schema/console/recovery.ts';
import { sessionAnswer } from '../../../../schema/console/session.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { openRecovery, recover } from '../../../verbs/people/recovery/recovery.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { guestRoute } from '../http/person-routes.ts';
import { signInNewcomer } from '../identity/sign-in.ts';

const path = '/{token}';
const params = z.object({ token: z.string() });

const preview = verbRoute({
  method: 'get',
  path,
  params,
  answer: recoveryPreviewAnswer,
  async run(ctx: BaseCtx, { token }) {
    const { name, email, expiresAt } = await openRecovery(ctx, token);
    return { data: { name, email, expiresAt } };
  },
});

const use = verbRoute({
  method: 'post',
  path,
  params,
  body: recoveryUse,
  answer: sessionAnswer,
  async run(ctx: BaseCtx, { token, password }, c) {
    const { email } = await recover(ctx, token, password);
    return { data: await signInNewcomer(c, { email, password }) };
  },
});

export const recoveryRoutes = routerOf([
  guestRoute(preview, 'Whose password the link sets'),
  guestRoute(use, 'The session of the person, with the new password'),
]);
