import { z } from '@hono/zod-openapi';
import {
  createdKeyAnswer,
  createKey as createKeyRequest,
  keysAnswer,
  revokedKeyAnswer,
} from '../../../../schema/console/keys.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { createKey } from '../../../verbs/keys/create-key.ts';
import { listKeys, readKey } from '../../../verbs/keys/list-keys.ts';
import { revokeKey } from '../../../verbs/keys/revoke-key.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';

const list = verbRoute({
  method: 'get',
  path: '/',
  answer: keysAnswer,
  run: async (ctx) => ({ data: await listKeys(ctx) }),
});

const create = verbRoute({
  method: 'post',
  path: '/',
  body: createKeyRequest,
  status: 201,
  answer: createdKeyAnswer,
  async run(ctx, input) {
    requireFuture(input.expiresAt, ctx.services.now());
    const key = await createKey(ctx, input);
    return { data: { ...key, permissions: [...key.permissions] } };
  },
});

const revoke = verbRoute({
  method: 'post',
  path: '/{keyId}/revoke',
  params: z.object({ keyId: z.string() }),
  answer: revokedKeyAnswer,
  async run(ctx, { keyId }) {
    await revokeKey(ctx, keyId);
    return { data: await readKey(ctx, keyId) };
  },
});

export const keyRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'The keys, and how many more the plan allows'),
  memberRoute(create, inWorkspaceForm('admin'), 'The new key, with its value'),
  memberRoute(revoke, inWorkspaceChange('admin'), 'The revoked key'),
]);

function requireFuture(expiresAt: string | undefined, now: number): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) {
    throw invalidRequest(['expiresAt: must be in the future']);
  }
}
