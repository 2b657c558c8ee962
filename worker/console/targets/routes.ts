import { createRoute, z } from '@hono/zod-openapi';
import { deletedBody } from '../../../schema/api/operator.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  targetAnswer,
  targetsAnswer,
  testedTargetAnswer,
} from '../../../schema/console/targets.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { createTarget } from '../../targets/create-target.ts';
import { describeTarget } from '../../targets/describe-target.ts';
import { orderTargets } from '../../targets/order-targets.ts';
import { selectTargets } from '../../targets/queries.ts';
import { removeTarget } from '../../targets/remove-target.ts';
import { testTarget } from '../../targets/test-target.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceForm, memberOf } from '../http/in-workspace.ts';
import { limitTrials } from '../http/limit-person.ts';

const params = z.object({ ws: z.string(), targetId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The targets, in their order', targetsAnswer) },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: [...inWorkspaceForm('admin'), limitTrials],
  request: jsonBody(createTargetRequest),
  responses: { 201: jsonResponse('The new target, which was tried out', targetAnswer) },
});

const ordering = createRoute({
  method: 'put',
  path: '/order',
  middleware: inWorkspaceForm('admin'),
  request: jsonBody(orderTargetsRequest),
  responses: { 200: jsonResponse('The targets, in their new order', targetsAnswer) },
});

const trial = createRoute({
  method: 'post',
  path: '/{targetId}/test',
  middleware: [inWorkspace('admin'), limitTrials],
  request: { params },
  responses: {
    200: jsonResponse('Whether a probe could be put, signed, got and deleted', testedTargetAnswer),
  },
});

const removal = createRoute({
  method: 'delete',
  path: '/{targetId}',
  middleware: inWorkspace('admin'),
  request: { params },
  responses: { 200: jsonResponse('The target is gone; what was copied there stays', answerOf(deletedBody)) },
});

/** `/console/workspaces/{ws}/targets` */
export const targetRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const targets = await selectTargets(c.var.services.database, memberOf(c).workspaceId);
    return c.json(answer(c, { targets: targets.map(describeTarget) }), 200);
  })
  .openapi(creation, async (c) => {
    const { workspaceId, actor } = memberOf(c);
    const target = await createTarget(c.var.services, actor, { workspaceId, ...c.req.valid('json') });
    return c.json(answer(c, describeTarget(target)), 201);
  })
  .openapi(ordering, async (c) => {
    const { workspaceId, actor } = memberOf(c);
    const targets = await orderTargets(c.var.services, actor, { workspaceId, ...c.req.valid('json') });
    return c.json(answer(c, { targets: targets.map(describeTarget) }), 200);
  })
  .openapi(trial, async (c) => {
    const { workspaceId } = memberOf(c);
    const problem = await testTarget(c.var.services, workspaceId, c.req.valid('param').targetId);
    const outcome = problem === null ? { works: true as const } : { works: false as const, problem };
    return c.json(answer(c, outcome), 200);
  })
  .openapi(removal, async (c) => {
    const { workspaceId, actor } = memberOf(c);
    const { targetId: id } = c.req.valid('param');
    await removeTarget(c.var.services, actor, workspaceId, id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  });
