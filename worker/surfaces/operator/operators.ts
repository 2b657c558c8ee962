import { createRoute, z } from '@hono/zod-openapi';
import { auditBody, deletedBody } from '../../../schema/api/operator.ts';
import {
  addOperator as addRequest,
  instanceOperator,
  operatorList,
} from '../../../schema/console/operators.ts';
import { listLatestAuditEntries } from '../../verbs/audit/list-audit-entries.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { addOperator, INSTANCE_AUDIT, listOperators, removeOperator } from '../../verbs/people/operators.ts';
import { operated, operatedJson } from './operator-access.ts';
import { operatorCtx } from './operator-ctx.ts';

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: operated,
  responses: { 200: jsonResponse('The operators, first one first', operatorList) },
});

const addition = createRoute({
  method: 'post',
  path: '/',
  middleware: operatedJson,
  request: jsonBody(addRequest),
  responses: { 200: jsonResponse('The person, who is an operator now', instanceOperator) },
});

const removal = createRoute({
  method: 'delete',
  path: '/{id}',
  middleware: operated,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The person is not an operator any more', deletedBody) },
});

const auditReading = createRoute({
  method: 'get',
  path: '/audit',
  middleware: operated,
  responses: { 200: jsonResponse('The latest changes of operators, newest first', auditBody) },
});

export const instanceOperatorRoutes = validatingRouter()
  .openapi(listing, async (c) => c.json({ operators: await listOperators(operatorCtx(c)) }, 200))
  .openapi(addition, async (c) => c.json(await addOperator(operatorCtx(c), c.req.valid('json').email), 200))
  .openapi(removal, async (c) => {
    const { id } = c.req.valid('param');
    await removeOperator(operatorCtx(c), id);
    return c.json({ id, deleted: true as const }, 200);
  })
  .openapi(auditReading, async (c) => {
    const entries = await listLatestAuditEntries(operatorCtx(c), INSTANCE_AUDIT.id);
    return c.json({ entries }, 200);
  });
