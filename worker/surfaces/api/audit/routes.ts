import { createRoute, z } from '@hono/zod-openapi';
import { auditExportQuery } from '../../../../schema/api/audit.ts';
import { streamAuditEntries } from '../../../verbs/audit/stream-audit-entries.ts';
import { answerNdjson, NDJSON } from '../../http/answer-ndjson.ts';
import { requireCtx } from '../../http/context.ts';
import { COMMON_HEADERS } from '../../http/response-headers.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { keyedErrors } from '../error-responses.ts';
import { keyed } from '../keyed.ts';

const exporting = createRoute({
  method: 'get',
  path: '/',
  tags: ['Usage'],
  summary: 'Export the audit trail of the workspace',
  ...keyed(
    'audit.read',
    'One JSON object in a line for each change, oldest first. An answer with as many lines as `limit` may be followed by another one: send the `id` of its last line as `after`.',
  ),
  request: { query: auditExportQuery },
  responses: {
    200: {
      description: 'The changes',
      headers: COMMON_HEADERS,
      content: {
        [NDJSON]: {
          schema: z.string().meta({ description: 'NDJSON.' }),
          example:
            '{"id":7,"at":"2026-11-21T15:24:30.323Z","actor":"person:usr_4gZ1","action":"key.created","subject":"key_9Qw2","detail":{"name":"ci","environment":"live"},"actorName":"Ada"}\n',
        },
      },
    },
    ...keyedErrors('VALIDATION_ERROR'),
  },
});

export const auditRoutes = validatingRouter().openapi(exporting, (c) => {
  const ctx = requireCtx(c);
  return answerNdjson(c, streamAuditEntries(ctx, { ...c.req.valid('query'), workspaceId: ctx.workspace.id }));
});
