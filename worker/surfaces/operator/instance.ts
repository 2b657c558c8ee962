import { z } from '@hono/zod-openapi';
import { auditExportQuery } from '../../../schema/api/audit.ts';
import { auditBody } from '../../../schema/api/operator.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import {
  createdRecovery,
  createRecovery as createRecoveryRequest,
} from '../../../schema/console/recovery.ts';
import { FAMILIES } from '../../adapters/metrics/families.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { listLatestAuditEntries } from '../../verbs/audit/list-audit-entries.ts';
import { streamAuditEntries } from '../../verbs/audit/stream-audit-entries.ts';
import { INSTANCE_AUDIT } from '../../verbs/people/operators.ts';
import { createRecovery } from '../../verbs/people/recovery/recovery.ts';
import { readInstanceMetrics } from '../../verbs/usage/read-metrics.ts';
import { answerMetrics } from '../http/answer-metrics.ts';
import { answerNdjson, NDJSON } from '../http/answer-ndjson.ts';
import { readOrigin } from '../http/origin.ts';
import { contentRoute, routerOf, verbRoute } from '../http/route.ts';
import { operatorVerbs } from '../shared/operators.ts';
import { operatorRoute } from './operator-route.ts';

const readOperatorsAudit = verbRoute({
  method: 'get',
  path: '/operators/audit',
  answer: answerOf(auditBody),
  run: async (ctx: InstanceCtx) => ({
    data: { entries: await listLatestAuditEntries(ctx, INSTANCE_AUDIT.id) },
  }),
});

const exportAudit = contentRoute({
  method: 'get',
  path: '/audit',
  query: auditExportQuery.extend({ workspaceId: z.string().optional() }),
  content: { [NDJSON]: { schema: z.string() } },
  run: (ctx: InstanceCtx, { workspaceId = null, ...query }, c) =>
    answerNdjson(c, streamAuditEntries(ctx, { ...query, workspaceId })),
});

const OF_SERVICE = FAMILIES.filter((family) => family.of !== 'workspace');

const readMetrics = contentRoute({
  method: 'get',
  path: '/metrics',
  content: {
    'text/plain': { schema: z.string() },
    'application/openmetrics-text': { schema: z.string() },
  },
  run: async (ctx: InstanceCtx, _, c) => answerMetrics(c, OF_SERVICE, await readInstanceMetrics(ctx)),
});

const recover = verbRoute({
  method: 'post',
  path: '/recoveries',
  body: createRecoveryRequest,
  status: 201,
  answer: answerOf(createdRecovery),
  async run(ctx: InstanceCtx, input, c) {
    const { id, email, expiresAt, token } = await createRecovery(ctx, input.email);
    return { data: { id, email, url: `${readOrigin(c)}/dashboard/recovery/${token}`, expiresAt } };
  },
});

const hide = true;

/** These things belong to the installation, and to no workspace. */
export const instanceRoutes = routerOf([
  operatorRoute(operatorVerbs.list, 'The operators, first one first'),
  operatorRoute(operatorVerbs.add, 'The person, who is an operator now'),
  operatorRoute(operatorVerbs.remove, 'The person is not an operator any more'),
  operatorRoute(readOperatorsAudit, 'The latest changes of operators, newest first'),
  operatorRoute(exportAudit, 'The changes in all workspaces and those of operators, oldest first', { hide }),
  operatorRoute(readMetrics, 'The metrics of all workspaces', { hide }),
  operatorRoute(recover, 'A link with which the person sets a new password', { hide }),
]);
