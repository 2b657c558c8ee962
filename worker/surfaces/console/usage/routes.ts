import { usageOverviewAnswer, usageQuery } from '../../../../schema/console/usage.ts';
import { usageOverview } from '../../../verbs/usage/usage-overview.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, memberRoute } from '../http/in-workspace.ts';

const read = verbRoute({
  method: 'get',
  path: '/',
  query: usageQuery,
  answer: usageOverviewAnswer,
  run: async (ctx, query) => ({ data: await usageOverview(ctx, query) }),
});

export const usageRoutes = routerOf([
  memberRoute(read, inWorkspace('member'), 'Credits, requests, errors and durations of the last days'),
]);
