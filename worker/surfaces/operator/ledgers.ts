import { createRoute, z } from '@hono/zod-openapi';
import {
  ledgerCopyQuery,
  ledgerPageBody,
  restoredBody,
  restoreStep,
} from '../../../schema/api/ledger-copy.ts';
import { jsonBody, jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { copyLedger } from '../../verbs/workspaces/copy-ledger.ts';
import { restoreLedger } from '../../verbs/workspaces/restore-ledger.ts';
import { operated, operatedJson } from './operator-access.ts';
import { operatorCtxIn } from './operator-ctx.ts';

const params = z.object({ id: z.string() });

const copying = createRoute({
  method: 'get',
  path: '/{id}/ledger',
  middleware: operated,
  request: { params, query: ledgerCopyQuery },
  responses: { 200: jsonResponse('A page of the copy of the ledger', ledgerPageBody) },
});

const restoring = createRoute({
  method: 'post',
  path: '/{id}/ledger',
  middleware: operatedJson,
  request: { params, ...jsonBody(restoreStep) },
  responses: { 200: jsonResponse('The step was done', restoredBody) },
});

/** Back-up and restore of what a workspace has used and made. */
export const ledgerRoutes = validatingRouter()
  .openapi(copying, async (c) => {
    const ctx = await operatorCtxIn(c, c.req.valid('param').id);
    return c.json(await copyLedger(ctx, c.req.valid('query').cursor), 200);
  })
  .openapi(restoring, async (c) => {
    const { id } = c.req.valid('param');
    const rows = await restoreLedger(await operatorCtxIn(c, id), c.req.valid('json'));
    return c.json({ id, rows }, 200);
  });
