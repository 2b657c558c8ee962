import { ANSWER_EXAMPLES } from '../../../../schema/api/examples.ts';
import { usageAnswer, usageQuery } from '../../../../schema/api/usage.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { usageOfMonth } from '../../../verbs/usage/usage-of-month.ts';
import { keyedRoutes } from '../keyed-route.ts';

const read = verbRoute({
  method: 'get',
  path: '/',
  query: usageQuery,
  answer: usageAnswer,
  run: async (ctx, query) => ({ data: await usageOfMonth(ctx, query) }),
});

export const usageRoutes = routerOf([
  keyedRoutes('Usage')(read, null, {
    summary: 'Read the usage of a month by day, key and template',
    returns: 'The month',
    example: ANSWER_EXAMPLES.usage,
  }),
]);
