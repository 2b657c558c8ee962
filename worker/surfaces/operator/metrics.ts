import { createRoute, z } from '@hono/zod-openapi';
import { answerMetrics } from '../http/answer-metrics.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { FAMILIES } from '../../adapters/metrics/families.ts';
import { readInstanceMetrics } from '../../verbs/usage/read-metrics.ts';
import { operated } from './operator-access.ts';
import { operatorCtx } from './operator-ctx.ts';

const OF_SERVICE = FAMILIES.filter((family) => family.of !== 'workspace');

const reading = createRoute({
  hide: true,
  method: 'get',
  path: '/',
  middleware: operated,
  responses: {
    200: {
      description: 'The metrics of all workspaces',
      content: {
        'text/plain': { schema: z.string() },
        'application/openmetrics-text': { schema: z.string() },
      },
    },
  },
});

export const metricsRoutes = validatingRouter().openapi(reading, async (c) =>
  answerMetrics(c, OF_SERVICE, await readInstanceMetrics(operatorCtx(c))),
);
