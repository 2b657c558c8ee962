import { z } from '@hono/zod-openapi';
import {
  addOperator as addOperatorRequest,
  operatorAnswer,
  operatorListAnswer,
  removedOperatorAnswer,
} from '../../../schema/console/operators.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { addOperator, listOperators, removeOperator } from '../../verbs/people/operators.ts';
import { verbRoute } from '../http/route.ts';

export const operatorVerbs = {
  list: verbRoute({
    method: 'get',
    path: '/operators',
    answer: operatorListAnswer,
    run: async (ctx: InstanceCtx) => ({ data: { operators: await listOperators(ctx) } }),
  }),
  add: verbRoute({
    method: 'post',
    path: '/operators',
    body: addOperatorRequest,
    answer: operatorAnswer,
    run: async (ctx: InstanceCtx, { email }) => ({ data: await addOperator(ctx, email) }),
  }),
  remove: verbRoute({
    method: 'delete',
    path: '/operators/{id}',
    params: z.object({ id: z.string() }),
    answer: removedOperatorAnswer,
    async run(ctx: InstanceCtx, { id }) {
      await removeOperator(ctx, id);
      return { data: { id, deleted: true as const } };
    },
  }),
};
