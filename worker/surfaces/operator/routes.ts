import { createRoute, z } from '@hono/zod-openapi';
import { Hono } from 'hono';
import {
  auditBody,
  createdKeyBody,
  createKey as createKeyRequest,
  createWorkspace as createWorkspaceRequest,
  deletedBody,
  putTemplate as putTemplateRequest,
  revokedKeyBody,
  setWorkspace as setWorkspaceRequest,
  workspaceAccountBody,
  workspaceBody,
} from '../../../schema/api/operator.ts';
import { templateBody } from '../../../schema/api/templates.ts';
import { auditRoutes } from './audit.ts';
import { listLatestAuditEntries } from '../../verbs/audit/list-audit-entries.ts';
import { enterWorkspace } from '../../ctx.ts';
import type { AppEnv } from '../http/context.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { createKey } from '../../verbs/keys/create-key.ts';
import { getKeyWorkspace, revokeKey } from '../../verbs/keys/revoke-key.ts';
import { readTemplate } from '../../verbs/templates/describe-template.ts';
import { putTemplate } from '../../verbs/templates/put-template.ts';
import { createWorkspace } from '../../verbs/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../verbs/workspaces/delete-workspace.ts';
import { getWorkspace } from '../../verbs/workspaces/get-workspace.ts';
import { setWorkspace } from '../../verbs/workspaces/set-workspace.ts';
import { hideOperatorRoutes, operated, operatedJson } from './operator-access.ts';
import { ledgerRoutes } from './ledgers.ts';
import { metricsRoutes } from './metrics.ts';
import { instanceOperatorRoutes } from './operators.ts';
import { operatorCtx, operatorCtxIn } from './operator-ctx.ts';
import { recoveryRoutes } from './recoveries.ts';
import { secretRoutes } from './secrets.ts';
import { targetRoutes } from './targets/routes.ts';

const params = z.object({ id: z.string() });

const workspaceCreation = createRoute({
  method: 'post',
  path: '/workspaces',
  middleware: operatedJson,
  request: jsonBody(createWorkspaceRequest),
  responses: { 201: jsonResponse('The new workspace', workspaceBody) },
});

const workspaceChange = createRoute({
  method: 'patch',
  path: '/workspaces/{id}',
  middleware: operatedJson,
  request: { params, ...jsonBody(setWorkspaceRequest) },
  responses: { 200: jsonResponse('The workspace after the change', workspaceAccountBody) },
});

const workspaceDeletion = createRoute({
  method: 'delete',
  path: '/workspaces/{id}',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The workspace was deleted', deletedBody) },
});

const auditReading = createRoute({
  method: 'get',
  path: '/workspaces/{id}/audit',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The latest changes, newest first', auditBody) },
});

const keyCreation = createRoute({
  method: 'post',
  path: '/keys',
  middleware: operatedJson,
  request: jsonBody(createKeyRequest),
  responses: { 201: jsonResponse('The new key, with its value', createdKeyBody) },
});

const keyRevocation = createRoute({
  method: 'post',
  path: '/keys/{id}/revoke',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The key was revoked', revokedKeyBody) },
});

const templatePut = createRoute({
  method: 'put',
  path: '/templates',
  middleware: operatedJson,
  request: jsonBody(putTemplateRequest),
  responses: { 200: jsonResponse('The saved template', templateBody) },
});

const operator = validatingRouter();

operator.use(hideOperatorRoutes);

/** Described by a document of its own, which tests read. */
export const describedOperatorRoutes = operator
  .openapi(workspaceCreation, async (c) =>
    c.json(await createWorkspace(operatorCtx(c), c.req.valid('json')), 201),
  )
  .openapi(workspaceChange, async (c) => {
    const instance = operatorCtx(c);
    const workspace = await getWorkspace(instance, c.req.valid('param').id);
    const changed = await setWorkspace(enterWorkspace(instance, workspace), c.req.valid('json'));
    return c.json({ ...workspace, ...changed }, 200);
  })
  .openapi(workspaceDeletion, async (c) => {
    const { id } = c.req.valid('param');
    await deleteWorkspace(await operatorCtxIn(c, id));
    return c.json({ id, deleted: true as const }, 200);
  })
  .openapi(auditReading, async (c) => {
    const entries = await listLatestAuditEntries(operatorCtx(c), c.req.valid('param').id);
    return c.json({ entries }, 200);
  })
  .openapi(keyCreation, async (c) => {
    const { workspaceId, ...input } = c.req.valid('json');
    const { permissions, ...key } = await createKey(await operatorCtxIn(c, workspaceId), input);
    return c.json({ ...key, permissions: [...permissions] }, 201);
  })
  .openapi(keyRevocation, async (c) => {
    const instance = operatorCtx(c);
    const { id } = c.req.valid('param');
    const ctx = enterWorkspace(instance, await getKeyWorkspace(instance, id));
    return c.json({ id, status: 'Revoked' as const, revokedAt: await revokeKey(ctx, id) }, 200);
  })
  .openapi(templatePut, async (c) => {
    const { workspaceId, ...input } = c.req.valid('json');
    const ctx = await operatorCtxIn(c, workspaceId);
    return c.json(await readTemplate(ctx, await putTemplate(ctx, input)), 200);
  })
  .route('/workspaces', ledgerRoutes)
  .route('/targets', targetRoutes)
  .route('/metrics', metricsRoutes)
  .route('/audit', auditRoutes)
  .route('/operators', instanceOperatorRoutes)
  .route('/recoveries', recoveryRoutes)
  .route('/secrets', secretRoutes);

/** A plain router: the description of `/v1` does not include its routes. */
export const operatorRoutes = new Hono<AppEnv>().route('/', describedOperatorRoutes);
