import { createRoute, z } from '@hono/zod-openapi';
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
} from '../../schema/api/operator.ts';
import { templateBody } from '../../schema/api/templates.ts';
import { latestAuditEntries } from '../audit/list-audit-entries.ts';
import { notCounted } from '../api/count-request.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { requireOperator, requireOperatorToBe } from './require-operator.ts';
import { readJsonBody } from '../http/read-json-body.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { createKey } from '../keys/create-key.ts';
import { revokeKey, workspaceOfKey } from '../keys/revoke-key.ts';
import { targetRoutes } from './targets/routes.ts';
import { readTemplate } from '../templates/describe-template.ts';
import { putTemplate } from '../templates/put-template.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { deleteWorkspace } from '../workspaces/delete-workspace.ts';
import { setWorkspace } from '../workspaces/set-workspace.ts';

const operated = [requireOperator, notCounted];
const operatedJson = [...operated, readJsonBody];

const params = z.object({ id: z.string() });

const workspaceCreation = createRoute({
  hide: true,
  method: 'post',
  path: '/workspaces',
  middleware: operatedJson,
  request: jsonBody(createWorkspaceRequest),
  responses: { 201: jsonResponse('The new workspace', workspaceBody) },
});

const workspaceChange = createRoute({
  hide: true,
  method: 'patch',
  path: '/workspaces/{id}',
  middleware: operatedJson,
  request: { params, ...jsonBody(setWorkspaceRequest) },
  responses: { 200: jsonResponse('The workspace as it is now', workspaceAccountBody) },
});

const workspaceDeletion = createRoute({
  hide: true,
  method: 'delete',
  path: '/workspaces/{id}',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The workspace is gone', deletedBody) },
});

const auditReading = createRoute({
  hide: true,
  method: 'get',
  path: '/workspaces/{id}/audit',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The latest changes, newest first', auditBody) },
});

const keyCreation = createRoute({
  hide: true,
  method: 'post',
  path: '/keys',
  middleware: operatedJson,
  request: jsonBody(createKeyRequest),
  responses: { 201: jsonResponse('The new key, with its value', createdKeyBody) },
});

const keyRevocation = createRoute({
  hide: true,
  method: 'post',
  path: '/keys/{id}/revoke',
  middleware: operated,
  request: { params },
  responses: { 200: jsonResponse('The key is revoked', revokedKeyBody) },
});

const templatePut = createRoute({
  hide: true,
  method: 'put',
  path: '/templates',
  middleware: operatedJson,
  request: jsonBody(putTemplateRequest),
  responses: { 200: jsonResponse('The saved template', templateBody) },
});

const operator = validatingRouter();

operator.use(requireOperatorToBe);

/** An operator brings up an instance with these; the `platen` command calls them. */
export const operatorRoutes = operator
  .openapi(workspaceCreation, async (c) =>
    c.json(await createWorkspace(c.var.services, 'operator', c.req.valid('json')), 201),
  )
  .openapi(workspaceChange, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await setWorkspace(c.var.services, 'operator', id, c.req.valid('json')), 200);
  })
  .openapi(workspaceDeletion, async (c) => {
    const { id } = c.req.valid('param');
    await deleteWorkspace(c.var.services, 'operator', id);
    return c.json({ id, deleted: true as const }, 200);
  })
  .openapi(auditReading, async (c) =>
    c.json(await latestAuditEntries(c.var.services, c.req.valid('param').id), 200),
  )
  .openapi(keyCreation, async (c) => {
    const { permissions, ...key } = await createKey(c.var.services, 'operator', c.req.valid('json'));
    return c.json({ ...key, permissions: [...permissions] }, 201);
  })
  .openapi(keyRevocation, async (c) => {
    const { services } = c.var;
    const { id } = c.req.valid('param');
    const revokedAt = await revokeKey(services, 'operator', await workspaceOfKey(services, id), id);
    return c.json({ id, status: 'Revoked' as const, revokedAt }, 200);
  })
  .openapi(templatePut, async (c) => {
    const input = c.req.valid('json');
    const id = await putTemplate(c.var.services, input);
    return c.json(await readTemplate(c.var.services, input.workspaceId, id), 200);
  })
  .route('/targets', targetRoutes);
