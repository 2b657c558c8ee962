import { createRoute, z } from '@hono/zod-openapi';
import { auditExportQuery } from '../../schema/api/audit.ts';
import { answerAudit, AUDIT_TYPE } from '../http/answer-audit.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { operated } from './operator-access.ts';

const exporting = createRoute({
  hide: true,
  method: 'get',
  path: '/',
  middleware: operated,
  request: { query: auditExportQuery.extend({ workspaceId: z.string().optional() }) },
  responses: {
    200: {
      description: 'The changes in all workspaces and those of operators, oldest first',
      content: { [AUDIT_TYPE]: { schema: z.string() } },
    },
  },
});

export const auditRoutes = validatingRouter().openapi(exporting, (c) => {
  const { workspaceId = null, ...query } = c.req.valid('query');
  return answerAudit(c, workspaceId, query);
});
