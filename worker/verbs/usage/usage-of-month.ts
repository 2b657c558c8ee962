import type { UsageBody } from '../../../schema/api/usage.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { monthOf } from '../../objects/ledger/admission/credits.ts';
import { daysOfMonth, isMonthKept } from '../../objects/ledger/counts/day.ts';
import { sumBy } from './summarise-usage.ts';

/**
 * The account is always the current one.
 *
 * @param input `month` is `2026-11`; the current month if it is left out
 * @throws {ApiError} `VALIDATION_ERROR`: the counts of the month are not kept
 */
export async function usageOfMonth(
  { services, workspace, ledger }: Ctx,
  input: { readonly month?: string | undefined },
): Promise<UsageBody> {
  const now = services.now();
  const { month = monthOf(now) } = input;
  if (!isMonthKept(month, now)) {
    throw invalidRequest(['month: must be the current month or one of the 13 months before it']);
  }
  const [account, counts] = await Promise.all([
    ledger.account(workspace.plan),
    ledger.usageCounts(daysOfMonth(month)),
  ]);
  return {
    ...account,
    month,
    byDay: sumBy(counts, ({ day }) => day).map(([day, files]) => ({ day, ...files })),
    byKey: sumBy(counts, ({ keyId }) => keyId).map(([keyId, files]) => ({ keyId, ...files })),
    byTemplate: sumBy(counts, ({ templateId }) => templateId).map(([templateId, files]) => ({
      templateId,
      ...files,
    })),
  };
}
