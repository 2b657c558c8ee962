import { createRoute } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { usageAnswer, usageQuery } from '../../../../schema/api/usage.ts';
import { answer } from '../../http/answer.ts';
import { requireCtx } from '../../http/context.ts';
import { jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { usageOfMonth } from '../../../verbs/usage/usage-of-month.ts';
import { anyKeyErrors } from '../error-responses.ts';
import { keyed } from '../keyed.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  tags: ['Usage'],
  summary: 'Read the usage of a month by day, key and template',
  ...keyed(null),
  request: { query: usageQuery },
  responses: {
    200: jsonResponse('The month', usageAnswer, ANSWER_EXAMPLES.usage),
    ...anyKeyErrors('VALIDATION_ERROR'),
  },
});

export const usageRoutes = validatingRouter().openapi(reading, async (c) =>
  c.json(answer(c, await usageOfMonth(requireCtx(c), c.req.valid('query'))), 200),
);
