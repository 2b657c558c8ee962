import { z } from '@hono/zod-openapi';
import { deletedBody } from '../../../../schema/api/operator.ts';
import { answerOf } from '../../../../schema/api/paging.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  targetAnswer,
  targetsAnswer,
  testedTargetAnswer,
} from '../../../../schema/console/targets.ts';
import { createTarget } from '../../../verbs/targets/create-target.ts';
import { describeTarget } from '../../../verbs/targets/describe-target.ts';
import { listTargets } from '../../../verbs/targets/get-target.ts';
import { orderTargets } from '../../../verbs/targets/order-targets.ts';
import { removeTarget } from '../../../verbs/targets/remove-target.ts';
import { testTarget } from '../../../verbs/targets/test-target.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { verbRoute } from '../../http/verb-route.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';
import { limitTargetTests } from '../http/limit-person.ts';

const params = z.object({ targetId: z.string() });

const list = verbRoute({
  method: 'get',
  path: '/',
  answer: targetsAnswer,
  run: async (ctx) => ({ data: { targets: (await listTargets(ctx)).map(describeTarget) } }),
});

const create = verbRoute({
  method: 'post',
  path: '/',
  body: createTargetRequest,
  status: 201,
  answer: targetAnswer,
  run: async (ctx, input) => ({ data: describeTarget(await createTarget(ctx, input)) }),
});

const order = verbRoute({
  method: 'put',
  path: '/order',
  body: orderTargetsRequest,
  answer: targetsAnswer,
  run: async (ctx, { ids }) => ({ data: { targets: (await orderTargets(ctx, ids)).map(describeTarget) } }),
});

const test = verbRoute({
  method: 'post',
  path: '/{targetId}/test',
  params,
  answer: testedTargetAnswer,
  async run(ctx, { targetId }) {
    const problem = await testTarget(ctx, targetId);
    return { data: problem === null ? { works: true as const } : { works: false as const, problem } };
  },
});

const remove = verbRoute({
  method: 'delete',
  path: '/{targetId}',
  params,
  answer: answerOf(deletedBody),
  async run(ctx, { targetId: id }) {
    await removeTarget(ctx, id);
    return { data: { id, deleted: true as const } };
  },
});

export const targetRoutes = validatingRouter().openapiRoutes([
  memberRoute(list, inWorkspace('member'), 'The targets in their order'),
  memberRoute(
    create,
    [...inWorkspaceForm('admin'), limitTargetTests],
    'The new target, after a successful test',
  ),
  memberRoute(order, inWorkspaceForm('admin'), 'The targets in their new order'),
  memberRoute(
    test,
    [inWorkspace('admin'), limitTargetTests],
    'Whether the target works, and the problem if not',
  ),
  memberRoute(
    remove,
    inWorkspaceChange('admin'),
    'The target was removed. Files that were copied there stay.',
  ),
]);
