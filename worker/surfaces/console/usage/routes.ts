import { createRoute } from '@hono/zod-openapi';
import { usageOverviewAnswer, usageQuery } from '../../../../schema/console/usage.ts';
import { answer } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { usageOverview } from '../../../verbs/usage/usage-overview.ts';
import { inWorkspace } from '../http/in-workspace.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: usageQuery },
  responses: {
    200: jsonResponse('Credits, requests, errors and durations of the last days', usageOverviewAnswer),
  },
});

export const usageRoutes = validatingRouter().openapi(reading, async (c) => {
  const { days } = c.req.valid('query');
  return c.json(answer(c, await usageOverview(requireCtx(c), { days })), 200);
});
