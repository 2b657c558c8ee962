import { pageQuery } from '../../../../schema/api/paging.ts';
import { auditPage } from '../../../../schema/console/usage.ts';
import { listAuditEntries } from '../../../verbs/audit/list-audit-entries.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, memberRoute } from '../http/in-workspace.ts';

const list = verbRoute({
  method: 'get',
  path: '/',
  query: pageQuery,
  answer: auditPage,
  async run(ctx, query) {
    const { entries: data, nextCursor } = await listAuditEntries(ctx, query);
    return { data, nextCursor };
  },
});

export const auditRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'A page of changes, newest first'),
]);
