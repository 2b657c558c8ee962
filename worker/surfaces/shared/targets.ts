import { z } from '@hono/zod-openapi';
import { deletedBody } from '../../../schema/api/operator.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  targetAnswer,
  targetsAnswer,
} from '../../../schema/console/targets.ts';
import { createTarget } from '../../verbs/targets/create-target.ts';
import { describeTarget } from '../../verbs/targets/describe-target.ts';
import { listTargets } from '../../verbs/targets/get-target.ts';
import { orderTargets } from '../../verbs/targets/order-targets.ts';
import { removeTarget } from '../../verbs/targets/remove-target.ts';
import { verbRoute } from '../http/route.ts';

export const targetParams = z.object({ targetId: z.string() });

export const targetVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/',
    answer: targetsAnswer,
    run: async (ctx) => ({ data: { targets: (await listTargets(ctx)).map(describeTarget) } }),
  }),
  create: verbRoute({
    method: 'post',
    path: '/',
    body: createTargetRequest,
    status: 201,
    answer: targetAnswer,
    run: async (ctx, input) => ({ data: describeTarget(await createTarget(ctx, input)) }),
  }),
  order: verbRoute({
    method: 'put',
    path: '/order',
    body: orderTargetsRequest,
    answer: targetsAnswer,
    run: async (ctx, { ids }) => ({ data: { targets: (await orderTargets(ctx, ids)).map(describeTarget) } }),
  }),
  remove: verbRoute({
    method: 'delete',
    path: '/{targetId}',
    params: targetParams,
    answer: answerOf(deletedBody),
    async run(ctx, { targetId: id }) {
      await removeTarget(ctx, id);
      return { data: { id, deleted: true as const } };
    },
  }),
};
