import { z } from '@hono/zod-openapi';
import {
  clearedRequestsAnswer,
  loggedRequestAnswer,
  loggedRequestPage,
  requestQuery,
} from '../../../../schema/console/requests.ts';
import { idText } from '../../../../schema/text.ts';
import { clearRequests } from '../../../verbs/requests/clear-requests.ts';
import { getRequest, listRequests } from '../../../verbs/requests/list-requests.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, inWorkspaceChange, memberRoute } from '../http/in-workspace.ts';

const list = verbRoute({
  method: 'get',
  path: '/',
  query: requestQuery,
  answer: loggedRequestPage,
  async run(ctx, query) {
    const { requests, nextCursor } = await listRequests(ctx, query);
    return { data: [...requests], nextCursor };
  },
});

const read = verbRoute({
  method: 'get',
  path: '/{requestId}',
  params: z.object({ requestId: idText() }),
  answer: loggedRequestAnswer,
  run: async (ctx, { requestId }) => ({ data: await getRequest(ctx, requestId) }),
});

const clear = verbRoute({
  method: 'delete',
  path: '/',
  answer: clearedRequestsAnswer,
  async run(ctx) {
    await clearRequests(ctx);
    return { data: { cleared: true as const } };
  },
});

export const requestRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'A page of requests, newest first'),
  memberRoute(read, inWorkspace('member'), 'The request'),
  memberRoute(clear, inWorkspaceChange('admin'), 'The log is empty'),
]);
