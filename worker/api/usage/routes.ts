import { createRoute } from '@hono/zod-openapi';
import { ANSWER_EXAMPLES } from '../../../schema/api/examples.ts';
import { usageAnswer } from '../../../schema/api/usage.ts';
import { answer } from '../../http/answer.ts';
import { keyed, keyOf, planOf } from '../keyed.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { ANY_KEY_REFUSALS } from '../refusals.ts';
import { jsonResponse } from '../../http/responses.ts';
import { monthOf } from '../../ledger/credits.ts';
import { monthToDate } from '../../ledger/day.ts';
import { sumBy } from '../../usage/summarise-usage.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  tags: ['Usage'],
  summary: 'What the workspace made this month, by day, key and template',
  ...keyed(null),
  responses: {
    200: jsonResponse('The running month', usageAnswer, ANSWER_EXAMPLES.usage),
    ...ANY_KEY_REFUSALS,
  },
});

/** Answers from the ledger, which counts a file in the transaction that books it. */
export const usageRoutes = validatingRouter().openapi(reading, async (c) => {
  const { services } = c.var;
  const ledger = services.ledger(keyOf(c).workspaceId);
  const [account, counts] = await Promise.all([
    ledger.account(planOf(c)),
    ledger.usageCounts(monthToDate(services.now())),
  ]);
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
  return c.json(answer(c, data), 200);
});
