import { createRoute, z } from '@hono/zod-openapi';
import { ledgerCopyQuery, ledgerPageBody } from '../../../schema/api/ledger-copy.ts';
import { jsonResponse } from '../http/responses.ts';
import { validatingRouter } from '../http/validating-router.ts';
import { copyLedger } from '../../verbs/workspaces/copy-ledger.ts';
import { operated } from './operator-access.ts';
import { operatorCtxIn } from './operator-ctx.ts';

const copying = createRoute({
  method: 'get',
  path: '/{id}/ledger',
  middleware: operated,
  request: { params: z.object({ id: z.string() }), query: ledgerCopyQuery },
  responses: { 200: jsonResponse('A page of the copy of the ledger', ledgerPageBody) },
});

/** What a workspace has, used and made. */
export const ledgerRoutes = validatingRouter().openapi(copying, async (c) => {
  const ctx = await operatorCtxIn(c, c.req.valid('param').id);
  return c.json(await copyLedger(ctx, c.req.valid('query').cursor), 200);
});
