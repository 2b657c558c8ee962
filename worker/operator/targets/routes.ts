import { createRoute, z } from '@hono/zod-openapi';
import {
  createTarget as createTargetRequest,
  orderTargets as orderTargetsRequest,
  reencryptedBody,
  targetBody,
  targetList,
} from '../../../schema/api/targets.ts';
import { deletedBody } from '../../../schema/api/operator.ts';
import { notCounted } from '../../api/count-request.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { readJsonBody } from '../../http/read-json-body.ts';
import { requireOperator } from '../require-operator.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { getWorkspace } from '../../workspaces/get-workspace.ts';
import { createTarget } from '../../targets/create-target.ts';
import { describeTarget } from '../../targets/describe-target.ts';
import { orderTargets } from '../../targets/order-targets.ts';
import { selectTargets } from '../../targets/queries.ts';
import { reencryptTargets } from '../../targets/reencrypt-targets.ts';
import { removeTarget, workspaceOfTarget } from '../../targets/remove-target.ts';

const operated = [requireOperator, notCounted];
const operatedJson = [...operated, readJsonBody];

const creation = createRoute({
  hide: true,
  method: 'post',
  path: '/',
  middleware: operatedJson,
  request: jsonBody(createTargetRequest),
  responses: { 201: jsonResponse('The new target, which was tried out', targetBody) },
});

const listing = createRoute({
  hide: true,
  method: 'get',
  path: '/',
  middleware: operated,
  request: { query: z.object({ workspaceId: z.string() }) },
  responses: { 200: jsonResponse("The workspace's targets, in their order", targetList) },
});

const ordering = createRoute({
  hide: true,
  method: 'put',
  path: '/order',
  middleware: operatedJson,
  request: jsonBody(orderTargetsRequest),
  responses: { 200: jsonResponse("The workspace's targets, in their new order", targetList) },
});

const reencryption = createRoute({
  hide: true,
  method: 'post',
  path: '/reencrypt',
  middleware: operated,
  responses: { 200: jsonResponse('All credentials are sealed under the current key', reencryptedBody) },
});

const removal = createRoute({
  hide: true,
  method: 'delete',
  path: '/{id}',
  middleware: operated,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The target is gone; what was copied there stays', deletedBody) },
});

/** External storage, as an operator sets it up. */
export const targetRoutes = validatingRouter()
  .openapi(creation, async (c) => {
    const target = await createTarget(c.var.services, 'operator', c.req.valid('json'));
    return c.json(describeTarget(target), 201);
  })
  .openapi(listing, async (c) => {
    const { id } = await getWorkspace(c.var.services, c.req.valid('query').workspaceId);
    const targets = await selectTargets(c.var.services.database, id);
    return c.json({ targets: targets.map(describeTarget) }, 200);
  })
  .openapi(ordering, async (c) => {
    const targets = await orderTargets(c.var.services, 'operator', c.req.valid('json'));
    return c.json({ targets: targets.map(describeTarget) }, 200);
  })
  .openapi(reencryption, async (c) => c.json(await reencryptTargets(c.var.services), 200))
  .openapi(removal, async (c) => {
    const { services } = c.var;
    const { id } = c.req.valid('param');
    await removeTarget(services, 'operator', await workspaceOfTarget(services, id), id);
    return c.json({ id, deleted: true as const }, 200);
  });
