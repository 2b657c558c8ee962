import { z } from '@hono/zod-openapi';
import { answerMetrics } from '../../http/answer-metrics.ts';
import { contentRoute, routerOf } from '../../http/route.ts';
import { FAMILIES } from '../../../adapters/metrics/families.ts';
import { readWorkspaceMetrics } from '../../../verbs/usage/read-metrics.ts';
import { keyedRoutes } from '../keyed-route.ts';

const OF_WORKSPACE = FAMILIES.filter((family) => family.of !== 'operator');

const text = (example: string) => ({
  schema: z.string().meta({ description: 'One line for each value.' }),
  example,
});

const SAMPLE = 'platen_files_total{environment="live"} 412';

const read = contentRoute({
  method: 'get',
  path: '/',
  content: {
    'text/plain': text(`# TYPE platen_files_total counter\n${SAMPLE}\n`),
    'application/openmetrics-text': text(`# TYPE platen_files counter\n${SAMPLE}\n# EOF\n`),
  },
  run: async (ctx, _, c) => answerMetrics(c, OF_WORKSPACE, await readWorkspaceMetrics(ctx)),
});

export const metricsRoutes = routerOf([
  keyedRoutes('Usage')(read, 'metrics.read', {
    summary: 'Read the metrics of the workspace',
    about:
      'In the text format of Prometheus, or as OpenMetrics if `Accept` prefers it. Counters only rise. Read them every 15 seconds or less often: each reading counts as a request.',
    returns: 'The metrics',
  }),
]);
