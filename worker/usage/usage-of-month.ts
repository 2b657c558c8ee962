import type { UsageBody } from '../../schema/api/usage.ts';
import type { Ctx } from '../ctx.ts';
import { monthOf } from '../ledger/credits.ts';
import { monthToDate } from '../ledger/day.ts';
import { sumBy } from './summarise-usage.ts';

export async function usageOfMonth({ services, workspace, ledger }: Ctx): Promise<UsageBody> {
  const now = services.now();
  const [account, counts] = await Promise.all([
    ledger.account(workspace.plan),
    ledger.usageCounts(monthToDate(now)),
  ]);
  return {
    ...account,
    month: monthOf(now),
    byDay: sumBy(counts, ({ day }) => day).map(([day, files]) => ({ day, ...files })),
    byKey: sumBy(counts, ({ keyId }) => keyId).map(([keyId, files]) => ({ keyId, ...files })),
    byTemplate: sumBy(counts, ({ templateId }) => templateId).map(([templateId, files]) => ({
      templateId,
      ...files,
    })),
  };
}
