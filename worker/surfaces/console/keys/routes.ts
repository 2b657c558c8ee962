import { createRoute, z } from '@hono/zod-openapi';
import {
  createdKeyAnswer,
  createKey as createKeyRequest,
  keysAnswer,
  revokedKeyAnswer,
} from '../../../../schema/console/keys.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { createKey } from '../../../verbs/keys/create-key.ts';
import { listKeys, readKey } from '../../../verbs/keys/list-keys.ts';
import { revokeKey } from '../../../verbs/keys/revoke-key.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberCtx } from '../http/in-workspace.ts';

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The keys, and how many more the plan allows', keysAnswer) },
});

const creation = createRoute({
  method: 'post',
  path: '/',
  middleware: inWorkspaceForm('admin'),
  request: jsonBody(createKeyRequest),
  responses: { 201: jsonResponse('The new key, with its value', createdKeyAnswer) },
});

const revocation = createRoute({
  method: 'post',
  path: '/{keyId}/revoke',
  middleware: inWorkspaceChange('admin'),
  request: { params: z.object({ ws: z.string(), keyId: z.string() }) },
  responses: { 200: jsonResponse('The revoked key', revokedKeyAnswer) },
});

export const keyRoutes = validatingRouter()
  .openapi(listing, async (c) => c.json(answer(c, await listKeys(memberCtx(c))), 200))
  .openapi(creation, async (c) => {
    const input = c.req.valid('json');
    requireFuture(input.expiresAt, c.get('services').now());
    const key = await createKey(memberCtx(c), input);
    return c.json(answer(c, { ...key, permissions: [...key.permissions] }), 201);
  })
  .openapi(revocation, async (c) => {
    const ctx = memberCtx(c);
    const { keyId } = c.req.valid('param');
    await revokeKey(ctx, keyId);
    return c.json(answer(c, await readKey(ctx, keyId)), 200);
  });

function requireFuture(expiresAt: string | undefined, now: number): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) {
    throw invalidRequest(['expiresAt: must be in the future']);
  }
}
