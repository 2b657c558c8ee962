import { z } from '@hono/zod-openapi';
import { answerOf } from '../../../schema/api/paging.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  reencryptedBody,
} from '../../../schema/api/targets.ts';
import { enterWorkspace, type InstanceCtx } from '../../ctx.ts';
import { getTargetWorkspace } from '../../verbs/targets/get-target.ts';
import { reencryptTargets } from '../../verbs/targets/reencrypt-targets.ts';
import { requireVault } from '../../verbs/targets/require-vault.ts';
import { reencryptSecrets } from '../../verbs/webhooks/reencrypt-secrets.ts';
import { enterNamedWorkspace } from '../../verbs/workspaces/get-workspace.ts';
import { routerOf, verbRoute } from '../http/route.ts';
import { targetVerbs } from '../shared/targets.ts';
import { operatorRoute } from './operator-route.ts';

const create = verbRoute({
  ...targetVerbs.create,
  body: createTargetRequest,
  async run(ctx: InstanceCtx, { workspaceId, ...input }, c) {
    // `NOT_IMPLEMENTED` comes before `WORKSPACE_NOT_FOUND`.
    requireVault(ctx);
    return targetVerbs.create.run(await enterNamedWorkspace(ctx, workspaceId), input, c);
  },
});

const list = verbRoute({
  ...targetVerbs.list,
  query: z.object({ workspaceId: z.string() }),
  run: async (ctx: InstanceCtx, { workspaceId }, c) =>
    targetVerbs.list.run(await enterNamedWorkspace(ctx, workspaceId), {}, c),
});

const order = verbRoute({
  ...targetVerbs.order,
  body: orderTargetsRequest,
  run: async (ctx: InstanceCtx, { workspaceId, ids }, c) =>
    targetVerbs.order.run(await enterNamedWorkspace(ctx, workspaceId), { ids }, c),
});

const remove = verbRoute({
  ...targetVerbs.remove,
  run: async (ctx: InstanceCtx, input, c) =>
    targetVerbs.remove.run(enterWorkspace(ctx, await getTargetWorkspace(ctx, input.targetId)), input, c),
});

const reencrypt = verbRoute({
  method: 'post',
  path: '/reencrypt',
  answer: answerOf(reencryptedBody),
  async run(ctx: InstanceCtx) {
    const targets = await reencryptTargets(ctx);
    const webhooks = await reencryptSecrets(ctx);
    const reencrypted = targets.reencrypted + webhooks.reencrypted;
    return { data: { reencrypted, unreadable: [...targets.unreadable, ...webhooks.unreadable] } };
  },
});

export const targetRoutes = routerOf([
  operatorRoute(create, 'The new target, after a successful test'),
  operatorRoute(list, "The workspace's targets in their order"),
  operatorRoute(order, "The workspace's targets in their new order"),
  operatorRoute(reencrypt, 'The credentials were encrypted with the current key'),
  operatorRoute(remove, 'The target was removed. Files that were copied there stay.'),
]);
