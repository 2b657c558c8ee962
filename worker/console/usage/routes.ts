import { createRoute } from '@hono/zod-openapi';
import { usageOverviewAnswer, usageQuery } from '../../../schema/console/usage.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonResponse } from '../../http/responses.ts';
import { usageOverview } from '../../usage/usage-overview.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, memberOf } from '../http/in-workspace.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: usageQuery },
  responses: {
    200: jsonResponse('Credits, requests, errors and times over the last days', usageOverviewAnswer),
  },
});

/** `/console/workspaces/{ws}/usage` */
export const usageRoutes = validatingRouter().openapi(reading, async (c) => {
  const { workspaceId, plan } = memberOf(c);
  const { days } = c.req.valid('query');
  return c.json(answer(c, await usageOverview(c.var.services, workspaceId, plan, days)), 200);
});
