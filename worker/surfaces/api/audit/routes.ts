import { z } from '@hono/zod-openapi';
import { auditExportQuery } from '../../../../schema/api/audit.ts';
import { streamAuditEntries } from '../../../verbs/audit/stream-audit-entries.ts';
import { answerNdjson, NDJSON } from '../../http/answer-ndjson.ts';
import { contentRoute, routerOf } from '../../http/route.ts';
import { keyedRoutes } from '../keyed-route.ts';

const exporting = contentRoute({
  method: 'get',
  path: '/',
  query: auditExportQuery,
  content: {
    [NDJSON]: {
      schema: z.string().meta({ description: 'NDJSON.' }),
      example:
        '{"id":7,"at":"2026-11-21T15:24:30.323Z","actor":"person:usr_4gZ1","action":"key.created","subject":"key_9Qw2","detail":{"name":"ci","environment":"live"},"actorName":"Ada"}\n',
    },
  },
  run: (ctx, query, c) =>
    answerNdjson(c, streamAuditEntries(ctx, { ...query, workspaceId: ctx.workspace.id })),
});

export const auditRoutes = routerOf([
  keyedRoutes('Usage')(exporting, 'audit.read', {
    summary: 'Export the audit trail of the workspace',
    about:
      'One JSON object in a line for each change, oldest first. An answer with as many lines as `limit` may be followed by another one: send the `id` of its last line as `after`.',
    returns: 'The changes',
  }),
]);
