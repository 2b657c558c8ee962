import { createRoute, z } from '@hono/zod-openapi';
import { deletedBody } from '../../../../schema/api/operator.ts';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  reencryptedBody,
  targetBody,
  targetList,
} from '../../../../schema/api/targets.ts';
import { enterWorkspace } from '../../../ctx.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { createTarget } from '../../../verbs/targets/create-target.ts';
import { describeTarget } from '../../../verbs/targets/describe-target.ts';
import { getTargetWorkspace, listTargets } from '../../../verbs/targets/get-target.ts';
import { orderTargets } from '../../../verbs/targets/order-targets.ts';
import { reencryptTargets } from '../../../verbs/targets/reencrypt-targets.ts';
import { removeTarget } from '../../../verbs/targets/remove-target.ts';
import { requireVault } from '../../../verbs/targets/require-vault.ts';
import { reencryptSecrets } from '../../../verbs/webhooks/reencrypt-secrets.ts';
import { operated, operatedJson } from '../operator-access.ts';
import { operatorCtx, operatorCtxIn } from '../operator-ctx.ts';

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: operatedJson,
  request: jsonBody(createTargetRequest),
  responses: { 201: jsonResponse('The new target, after a successful test', targetBody) },
});

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: operated,
  request: { query: z.object({ workspaceId: z.string() }) },
  responses: { 200: jsonResponse("The workspace's targets in their order", targetList) },
});

const ordering = createRoute({
  method: 'put',
  path: '/order',
  middleware: operatedJson,
  request: jsonBody(orderTargetsRequest),
  responses: { 200: jsonResponse("The workspace's targets in their new order", targetList) },
});

const reencryption = createRoute({
  method: 'post',
  path: '/reencrypt',
  middleware: operated,
  responses: { 200: jsonResponse('The credentials were encrypted with the current key', reencryptedBody) },
});

const removal = createRoute({
  method: 'delete',
  path: '/{id}',
  middleware: operated,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The target was removed. Files that were copied there stay.', deletedBody) },
});

export const targetRoutes = validatingRouter()
  .openapi(creation, async (c) => {
    const { workspaceId, ...input } = c.req.valid('json');
    // `NOT_IMPLEMENTED` comes before `WORKSPACE_NOT_FOUND`.
    requireVault(operatorCtx(c));
    const target = await createTarget(await operatorCtxIn(c, workspaceId), input);
    return c.json(describeTarget(target), 201);
  })
  .openapi(listing, async (c) => {
    const targets = await listTargets(await operatorCtxIn(c, c.req.valid('query').workspaceId));
    return c.json({ targets: targets.map(describeTarget) }, 200);
  })
  .openapi(ordering, async (c) => {
    const { workspaceId, ids } = c.req.valid('json');
    const targets = await orderTargets(await operatorCtxIn(c, workspaceId), ids);
    return c.json({ targets: targets.map(describeTarget) }, 200);
  })
  .openapi(reencryption, async (c) => {
    const targets = await reencryptTargets(operatorCtx(c));
    const webhooks = await reencryptSecrets(operatorCtx(c));
    const reencrypted = targets.reencrypted + webhooks.reencrypted;
    return c.json({ reencrypted, unreadable: [...targets.unreadable, ...webhooks.unreadable] }, 200);
  })
  .openapi(removal, async (c) => {
    const instance = operatorCtx(c);
    const { id } = c.req.valid('param');
    await removeTarget(enterWorkspace(instance, await getTargetWorkspace(instance, id)), id);
    return c.json({ id, deleted: true as const }, 200);
  });
