import { createRoute } from '@hono/zod-openapi';
import { usageAnswer } from '../../schema/api/usage.ts';
import { keyed, keyOf, planOf, validatingRouter } from '../http/keyed.ts';
import { jsonResponse, KEYED_ERRORS } from '../http/responses.ts';
import { monthOf } from '../ledger/credits.ts';
import { sumBy } from './summarise-usage.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  tags: ['Usage'],
  summary: 'What the workspace made this month, by day, key and template',
  ...keyed(null),
  responses: { 200: jsonResponse('The running month', usageAnswer), ...KEYED_ERRORS },
});

/** Answers from the ledger, which counts a file in the transaction that books it. */
export const usageRoutes = validatingRouter().openapi(reading, async (c) => {
  const { services, requestId } = c.var;
  const ledger = services.ledger(keyOf(c).workspaceId);
  const [account, counts] = await Promise.all([ledger.account(planOf(c)), ledger.usageCounts()]);
  const data = {
    ...account,
    month: monthOf(services.now()),
    byDay: sumBy(counts, ({ day }) => day).map(([day, made]) => ({ day, ...made })),
    byKey: sumBy(counts, ({ keyId }) => keyId).map(([keyId, made]) => ({ keyId, ...made })),
    byTemplate: sumBy(counts, ({ templateId }) => templateId).map(([templateId, made]) => ({
      templateId,
      ...made,
    })),
  };
  return c.json({ success: true as const, requestId, data }, 200);
});
