import { createRoute, z } from '@hono/zod-openapi';
import { auditExportQuery } from '../../../schema/api/audit.ts';
import { streamAuditEntries } from '../../verbs/audit/stream-audit-entries.ts';
import { answerNdjson, NDJSON } from '../http/answer-ndjson.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { operated } from './operator-access.ts';
import { operatorCtx } from './operator-ctx.ts';

const exporting = createRoute({
  hide: true,
  method: 'get',
  path: '/',
  middleware: operated,
  request: { query: auditExportQuery.extend({ workspaceId: z.string().optional() }) },
  responses: {
    200: {
      description: 'The changes in all workspaces and those of operators, oldest first',
      content: { [NDJSON]: { schema: z.string() } },
    },
  },
});

export const auditRoutes = validatingRouter().openapi(exporting, (c) => {
  const { workspaceId = null, ...query } = c.req.valid('query');
  return answerNdjson(c, streamAuditEntries(operatorCtx(c), { ...query, workspaceId }));
});
