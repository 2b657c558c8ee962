import { createRoute, z } from '@hono/zod-openapi';
import { deletedBody } from '../../../../schema/api/operator.ts';
import { answerOf } from '../../../../schema/api/paging.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  targetAnswer,
  targetsAnswer,
  testedTargetAnswer,
} from '../../../../schema/console/targets.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { createTarget } from '../../../verbs/targets/create-target.ts';
import { describeTarget } from '../../../verbs/targets/describe-target.ts';
import { listTargets } from '../../../verbs/targets/get-target.ts';
import { orderTargets } from '../../../verbs/targets/order-targets.ts';
import { removeTarget } from '../../../verbs/targets/remove-target.ts';
import { testTarget } from '../../../verbs/targets/test-target.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberCtx } from '../http/in-workspace.ts';
import { limitTargetTests } from '../http/limit-person.ts';

const params = z.object({ ws: z.string(), targetId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The targets in their order', targetsAnswer) },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: [...inWorkspaceForm('admin'), limitTargetTests],
  request: jsonBody(createTargetRequest),
  responses: { 201: jsonResponse('The new target, after a successful test', targetAnswer) },
});

const ordering = createRoute({
  method: 'put',
  path: '/order',
  middleware: inWorkspaceForm('admin'),
  request: jsonBody(orderTargetsRequest),
  responses: { 200: jsonResponse('The targets in their new order', targetsAnswer) },
});

const test = createRoute({
  method: 'post',
  path: '/{targetId}/test',
  middleware: [inWorkspace('admin'), limitTargetTests],
  request: { params },
  responses: {
    200: jsonResponse('Whether the target works, and the problem if not', testedTargetAnswer),
  },
});

const removal = createRoute({
  method: 'delete',
  path: '/{targetId}',
  middleware: inWorkspaceChange('admin'),
  request: { params },
  responses: {
    200: jsonResponse('The target was removed. Files that were copied there stay.', answerOf(deletedBody)),
  },
});

export const targetRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const targets = await listTargets(memberCtx(c));
    return c.json(answer(c, { targets: targets.map(describeTarget) }), 200);
  })
  .openapi(creation, async (c) => {
    const target = await createTarget(memberCtx(c), c.req.valid('json'));
    return c.json(answer(c, describeTarget(target)), 201);
  })
  .openapi(ordering, async (c) => {
    const targets = await orderTargets(memberCtx(c), c.req.valid('json').ids);
    return c.json(answer(c, { targets: targets.map(describeTarget) }), 200);
  })
  .openapi(test, async (c) => {
    const problem = await testTarget(memberCtx(c), c.req.valid('param').targetId);
    const outcome = problem === null ? { works: true as const } : { works: false as const, problem };
    return c.json(answer(c, outcome), 200);
  })
  .openapi(removal, async (c) => {
    const { targetId: id } = c.req.valid('param');
    await removeTarget(memberCtx(c), id);
    return c.json(answer(c, { id, deleted: true as const }), 200);
  });
