import { OpenAPIHono, z } from '@hono/zod-openapi';
import { Hono } from 'hono';
import { ledgerCopyQuery, ledgerPageBody } from '../../../schema/api/ledger-copy.ts';
import {
  auditBody,
  createdKeyBody,
  createKey as createKeyRequest,
  createWorkspace as createWorkspaceRequest,
  putTemplate as putTemplateRequest,
  revokedKeyBody,
  workspaceBody,
} from '../../../schema/api/operator.ts';
import { answerOf } from '../../../schema/api/paging.ts';
import { templateBody } from '../../../schema/api/templates.ts';
import { enterWorkspace, type InstanceCtx } from '../../ctx.ts';
import { listLatestAuditEntries } from '../../verbs/audit/list-audit-entries.ts';
import { createKey } from '../../verbs/keys/create-key.ts';
import { getKeyWorkspace, revokeKey } from '../../verbs/keys/revoke-key.ts';
import { readTemplate } from '../../verbs/templates/describe-template.ts';
import { putTemplate } from '../../verbs/templates/put-template.ts';
import { copyLedger } from '../../verbs/workspaces/copy-ledger.ts';
import { createWorkspace } from '../../verbs/workspaces/create-workspace.ts';
import { enterNamedWorkspace } from '../../verbs/workspaces/get-workspace.ts';
import type { AppEnv } from '../http/context.ts';
import { routerOf, verbRoute } from '../http/route.ts';
import { workspaceParams, workspaceVerbs } from '../shared/workspaces.ts';
import { instanceRoutes } from './instance.ts';
import { hideOperatorRoutes } from './operator-access.ts';
import { operatorRoute } from './operator-route.ts';
import { targetRoutes } from './targets.ts';

const createWorkspaceVerb = verbRoute({
  method: 'post',
  path: '/workspaces',
  body: createWorkspaceRequest,
  status: 201,
  answer: answerOf(workspaceBody),
  run: async (ctx: InstanceCtx, input) => ({ data: await createWorkspace(ctx, input) }),
});

const readAudit = verbRoute({
  method: 'get',
  path: '/workspaces/{ws}/audit',
  params: workspaceParams,
  answer: answerOf(auditBody),
  run: async (ctx: InstanceCtx, { ws }) => ({ data: { entries: await listLatestAuditEntries(ctx, ws) } }),
});

const readLedger = verbRoute({
  method: 'get',
  path: '/workspaces/{ws}/ledger',
  params: workspaceParams,
  query: ledgerCopyQuery,
  answer: answerOf(ledgerPageBody),
  run: async (ctx: InstanceCtx, { ws, cursor }) => ({
    data: await copyLedger(await enterNamedWorkspace(ctx, ws), cursor),
  }),
});

const createKeyVerb = verbRoute({
  method: 'post',
  path: '/keys',
  body: createKeyRequest,
  status: 201,
  answer: answerOf(createdKeyBody),
  async run(ctx: InstanceCtx, { workspaceId, ...input }) {
    const key = await createKey(await enterNamedWorkspace(ctx, workspaceId), input);
    return { data: { ...key, permissions: [...key.permissions] } };
  },
});

const revokeKeyVerb = verbRoute({
  method: 'post',
  path: '/keys/{id}/revoke',
  params: z.object({ id: z.string() }),
  answer: answerOf(revokedKeyBody),
  async run(ctx: InstanceCtx, { id }) {
    const revokedAt = await revokeKey(enterWorkspace(ctx, await getKeyWorkspace(ctx, id)), id);
    return { data: { id, status: 'Revoked' as const, revokedAt } };
  },
});

const putTemplateVerb = verbRoute({
  method: 'put',
  path: '/templates',
  body: putTemplateRequest,
  answer: answerOf(templateBody),
  async run(instance: InstanceCtx, { workspaceId, ...input }) {
    const ctx = await enterNamedWorkspace(instance, workspaceId);
    return { data: await readTemplate(ctx, await putTemplate(ctx, input)) };
  },
});

/** Described by a document of its own, which tests read. */
export const describedOperatorRoutes = new OpenAPIHono<AppEnv>();
describedOperatorRoutes.use(hideOperatorRoutes);
describedOperatorRoutes.route('/', instanceRoutes);
describedOperatorRoutes.route('/targets', targetRoutes);
describedOperatorRoutes.route(
  '/',
  routerOf([
    operatorRoute(createWorkspaceVerb, 'The new workspace'),
    operatorRoute(workspaceVerbs.change, 'The workspace after the change'),
    operatorRoute(workspaceVerbs.delete, 'The workspace was deleted'),
    operatorRoute(readAudit, 'The latest changes, newest first'),
    operatorRoute(readLedger, 'A page of the copy of the ledger'),
    operatorRoute(createKeyVerb, 'The new key, with its value'),
    operatorRoute(revokeKeyVerb, 'The key was revoked'),
    operatorRoute(putTemplateVerb, 'The saved template'),
  ]),
);

/** A plain router: the description of `/v1` does not include its routes. */
export const operatorRoutes = new Hono<AppEnv>().route('/', describedOperatorRoutes);
