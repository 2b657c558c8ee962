import { createRoute, z } from '@hono/zod-openapi';
import { answerMetrics } from '../../http/answer-metrics.ts';
import { requireCtx } from '../../http/context.ts';
import { COMMON_HEADERS } from '../../http/response-headers.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { FAMILIES } from '../../../adapters/metrics/families.ts';
import { readWorkspaceMetrics } from '../../../verbs/usage/read-metrics.ts';
import { keyedErrors } from '../error-responses.ts';
import { keyed } from '../keyed.ts';

const OF_WORKSPACE = FAMILIES.filter((family) => family.of !== 'operator');

const text = (example: string) => ({
  schema: z.string().meta({ description: 'One line for each value.' }),
  example,
});

const SAMPLE = 'platen_files_total{environment="live"} 412';

const reading = createRoute({
  method: 'get',
  path: '/',
  tags: ['Usage'],
  summary: 'Read the metrics of the workspace',
  ...keyed(
    'metrics.read',
    'In the text format of Prometheus, or as OpenMetrics if `Accept` prefers it. Counters only rise. Read them every 15 seconds or less often: each reading counts as a request.',
  ),
  responses: {
    200: {
      description: 'The metrics',
      headers: COMMON_HEADERS,
      content: {
        'text/plain': text(`# TYPE platen_files_total counter\n${SAMPLE}\n`),
        'application/openmetrics-text': text(`# TYPE platen_files counter\n${SAMPLE}\n# EOF\n`),
      },
    },
    ...keyedErrors(),
  },
});

export const metricsRoutes = validatingRouter().openapi(reading, async (c) =>
  answerMetrics(c, OF_WORKSPACE, await readWorkspaceMetrics(requireCtx(c))),
);
