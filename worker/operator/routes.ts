import { createRoute, z } from '@hono/zod-openapi';
import {
  createdKeyBody,
  createKey as createKeyRequest,
  createWorkspace as createWorkspaceRequest,
  deletedBody,
  putTemplate as putTemplateRequest,
  revokedKeyBody,
  setWorkspace as setWorkspaceRequest,
  templateBody,
  workspaceAccountBody,
  workspaceBody,
} from '../../schema/api/operator.ts';
import { ApiError } from '../api-error.ts';
import { notCounted } from '../http/count-request.ts';
import { validatingRouter } from '../http/keyed.ts';
import { requireOperator } from '../http/require-operator.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { createKey } from '../keys/create-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { putTemplate } from '../templates/put-template.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { deleteWorkspace } from '../workspaces/delete-workspace.ts';
import { setWorkspace } from '../workspaces/set-workspace.ts';

const params = z.object({ id: z.string() });

const workspaceCreation = createRoute({
  method: 'post',
  path: '/workspaces',
  request: jsonBody(createWorkspaceRequest),
  responses: { 201: jsonResponse('The new workspace', workspaceBody) },
});

const workspaceChange = createRoute({
  method: 'patch',
  path: '/workspaces/{id}',
  request: { params, ...jsonBody(setWorkspaceRequest) },
  responses: { 200: jsonResponse('The workspace as it is now', workspaceAccountBody) },
});

const workspaceDeletion = createRoute({
  method: 'delete',
  path: '/workspaces/{id}',
  request: { params },
  responses: { 200: jsonResponse('The workspace is gone', deletedBody) },
});

const keyCreation = createRoute({
  method: 'post',
  path: '/keys',
  request: jsonBody(createKeyRequest),
  responses: { 201: jsonResponse('The new key, with its value', createdKeyBody) },
});

const keyRevocation = createRoute({
  method: 'post',
  path: '/keys/{id}/revoke',
  request: { params },
  responses: { 200: jsonResponse('The key is revoked', revokedKeyBody) },
});

const templatePut = createRoute({
  method: 'put',
  path: '/templates',
  request: jsonBody(putTemplateRequest),
  responses: { 200: jsonResponse('The saved template', templateBody) },
});

const operator = validatingRouter();

operator.use(requireOperator, notCounted);

/** An operator brings up an instance with these; the `platen` command calls them. */
export const operatorRoutes = operator
  .openapi(workspaceCreation, async (c) =>
    c.json(await createWorkspace(c.var.services, c.req.valid('json')), 201),
  )
  .openapi(workspaceChange, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await setWorkspace(c.var.services, id, c.req.valid('json')), 200);
  })
  .openapi(workspaceDeletion, async (c) => {
    const { id } = c.req.valid('param');
    await deleteWorkspace(c.var.services, id);
    return c.json({ id, deleted: true as const }, 200);
  })
  .openapi(keyCreation, async (c) => {
    const { permissions, ...key } = await createKey(c.var.services, c.req.valid('json'));
    return c.json({ ...key, permissions: [...permissions] }, 201);
  })
  .openapi(keyRevocation, async (c) => {
    const revoked = await revokeKey(c.var.services, c.req.valid('param').id);
    return c.json({ ...revoked, status: 'Revoked' as const }, 200);
  })
  .openapi(templatePut, async (c) => {
    const { contentHash: _, ...template } = await putTemplate(c.var.services, c.req.valid('json'));
    return c.json(template, 200);
  })
  .post('/targets', () => {
    throw new ApiError('NOT_IMPLEMENTED', 'External storage targets are not there yet.');
  });
