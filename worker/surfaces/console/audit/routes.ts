import { createRoute } from '@hono/zod-openapi';
import { pageQuery } from '../../../../schema/api/paging.ts';
import { auditPage } from '../../../../schema/console/usage.ts';
import { listAuditEntries } from '../../../verbs/audit/list-audit-entries.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonResponse } from '../../http/responses.ts';
import { answerPage } from '../../http/answer.ts';
import { inWorkspace, memberCtx } from '../http/in-workspace.ts';

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  request: { query: pageQuery },
  responses: { 200: jsonResponse('A page of changes, newest first', auditPage) },
});

export const auditRoutes = validatingRouter().openapi(listing, async (c) => {
  const page = await listAuditEntries(memberCtx(c), c.req.valid('query'));
  return c.json(answerPage(c, page.entries, page.nextCursor), 200);
});
